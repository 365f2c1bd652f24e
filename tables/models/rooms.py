"""A room and its tables."""

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models

from journal.models import Stream
from poker.chip_colors import USUAL, write_colors
from poker.games import MOST_SEATS
from poker.view import read_view
from poker.view.model import TableView
from staff.models import Staff
from tables.models.plaques import Plaque

USUAL_COLORS = write_colors(USUAL)


class Room(models.Model):
    """One poker room. Its house rules are a versioned rulebook; `EffectiveRules` has which version applies when."""

    name = models.CharField(max_length=80, unique=True)
    minimum_age = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text="Per your license or local law. Blank: age isn't checked.",
    )
    incidentals_cap = models.BigIntegerField(
        default=0,
        validators=[MinValueValidator(0)],
        help_text="Most a player may take off the table for incidentals and keep playing (H-06); 0 for none.",
    )

    lock_minutes = models.PositiveSmallIntegerField(
        default=15,
        validators=[MinValueValidator(1), MaxValueValidator(720)],
        help_text="How long a locked-up seat is held. House choice.",
    )
    tablet_silent_seconds = models.PositiveSmallIntegerField(
        default=60,
        validators=[MinValueValidator(60), MaxValueValidator(3600)],
        help_text="Seconds without a signal before a tablet shows as offline. House choice.",
    )
    slow_percent = models.PositiveSmallIntegerField(
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text="A table is slow when its hands per hour fall this percent below normal for its game here.",
    )

    unseen_call_seconds = models.PositiveSmallIntegerField(
        default=60,
        db_default=60,
        validators=[MinValueValidator(10), MaxValueValidator(3600)],
        help_text="Seconds until a floor call that no one has seen goes to everyone. House choice.",
    )

    silent_seat_seconds = models.PositiveSmallIntegerField(
        default=20,
        db_default=20,
        validators=[MaxValueValidator(600)],
        help_text="Seconds until a tablet points out the seat that holds up the hand; 0 for never. House choice.",
    )
    turn_clock_seconds = models.PositiveSmallIntegerField(
        default=30,
        db_default=30,
        validators=[MinValueValidator(5), MaxValueValidator(600)],
        help_text="Seconds of the clock on a player, where the rulebook leaves them to the house (H-33).",
    )

    chip_colors = models.CharField(
        max_length=300,
        blank=True,
        default=USUAL_COLORS,
        db_default=USUAL_COLORS,
        help_text="Value and color of each chip, in the smallest unit; blank: tablets show no chips.",
    )

    joins_by_phone = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Players may join from their phones; the desk or the code on the board confirms that they are here.",
    )

    opening_hours = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="Such as Mon-Thu 10:00-04:00, Fri-Sun 10:00-06:00. Blank: open all day, every day.",
    )

    called_text = models.CharField(
        max_length=300,
        blank=True,
        help_text="Text or email sent to a called player. Blank: the standard message.",
    )
    mail_subject = models.CharField(
        max_length=80, blank=True, help_text="Subject line of the email to a called player."
    )

    own_time = models.BooleanField(
        default=False,
        help_text="A simulated night is running, so nothing times out. Uncheck if the simulation was killed.",
    )

    staff = models.ManyToManyField(
        Staff, related_name="rooms", blank=True, help_text="The people who work here."
    )

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A table. Its primary key is that of its log, and its view is in the log's snapshot."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="table"
    )
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="tables")
    name = models.CharField(
        max_length=20,
        validators=[
            RegexValidator(
                r"^(?!\.+\Z)[^/\\?#%]+\Z",
                "A table's name is part of web addresses: not just periods, and no / \\ ? # or percent sign.",
            )
        ],
        help_text="As printed on the felt: T12. A projection of the table's log.",
    )
    seats = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(2), MaxValueValidator(MOST_SEATS)],
        help_text="Number of seats; a projection of the table's log.",
    )
    plaque = models.ForeignKey(
        Plaque,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tables",
        help_text="Plaque the table opens with (S-005).",
    )
    hand_plaque = models.ForeignKey(
        Plaque,
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
        help_text="Plaque of the hand in progress, while another one is posted for the next hand.",
    )

    class Meta:
        ordering = ("room", "name")
        constraints = [
            models.UniqueConstraint(fields=["room", "name"], name="table_name_once_in_a_room")
        ]
        permissions = [
            ("deal", "Can sign in at a tablet and deal"),
            ("supervise", "Can change the plaque and button at a tablet"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def view(self) -> TableView:
        """Return the public view; an empty one before the first entry of its log."""
        return read_view(self.stream.view)

    @property
    def is_open(self) -> bool:
        """Return whether the table is open, as the view says."""
        return self.view.table.open

    @property
    def plaque_in_force(self) -> Plaque | None:
        """Return the plaque that is dealt now: one posted during a hand counts from the next hand."""
        return self.hand_plaque if self.view.next_game else self.plaque


class SeatLock(models.Model):
    """A seat that is locked up now, for the expiry task; a projection of the table's log."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="locks")
    seat = models.PositiveSmallIntegerField()
    until = models.BigIntegerField(db_index=True, help_text="Unix milliseconds.")

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="seat_lock_once")]

    def __str__(self) -> str:
        return f"{self.table} seat {self.seat}"
