"""A room and its tables."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from journal.models import Stream
from poker.games import MOST_SEATS
from tables.models.plaques import Plaque


class Room(models.Model):
    """One poker room. Its house rules are a rulebook with versions: `RulesFrom` has what counts when."""

    name = models.CharField(max_length=80, unique=True)
    minimum_age = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text="As the licence or the law of the place has it. Empty: no age is asked for.",
    )
    incidentals_cap = models.BigIntegerField(
        default=0,
        validators=[MinValueValidator(0)],
        help_text="Most that may leave a stake for incidentals while its player goes on (H-06); 0 for nothing.",
    )

    lock_minutes = models.PositiveSmallIntegerField(
        default=15,
        validators=[MinValueValidator(1), MaxValueValidator(720)],
        help_text="How long a chair that is locked up is kept; no guide has it.",
    )
    tablet_silent_seconds = models.PositiveSmallIntegerField(
        default=60,
        validators=[MinValueValidator(60), MaxValueValidator(3600)],
        help_text="A tablet that is silent for so many seconds is said to be offline. No guide says how long.",
    )
    slow_percent = models.PositiveSmallIntegerField(
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text="A table is slow when it deals so many percent fewer hands an hour than is usual here for its game.",
    )

    called_text = models.CharField(
        max_length=300,
        blank=True,
        help_text="What a called player gets by SMS or mail. Empty: the usual words.",
    )
    mail_subject = models.CharField(
        max_length=80, blank=True, help_text="Above a mail to a called player."
    )

    own_time = models.BooleanField(
        default=False,
        help_text="A simulated night goes by in it, so the clock lets nothing lapse. Untick it if that was killed.",
    )

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A table is its log: it has the log's number, and its picture is the log's."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="table"
    )
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="tables")
    name = models.CharField(max_length=20, help_text="As printed on the felt: T12.")
    seats = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(2), MaxValueValidator(MOST_SEATS)],
        help_text="Chairs; never renumbered once the table is made.",
    )
    plaque = models.ForeignKey(
        Plaque,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tables",
        help_text="What the table opens under (S-005).",
    )

    class Meta:
        ordering = ("room", "name")
        constraints = [
            models.UniqueConstraint(fields=["room", "name"], name="table_name_once_in_a_room")
        ]
        permissions = [
            ("deal", "Can sign in at a tablet and deal"),
            ("supervise", "Can change plaque and button at a tablet"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def view(self) -> dict[str, Any]:
        """The public picture."""
        picture: dict[str, Any] = self.stream.view
        return picture

    @property
    def is_open(self) -> bool:
        """Whether play goes on here, as the picture says."""
        return bool(self.view.get("table", {}).get("open"))


class SeatLock(models.Model):
    """A chair that is locked up now, for the clock; a picture of the table's log."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="locks")
    seat = models.PositiveSmallIntegerField()
    until = models.BigIntegerField(db_index=True, help_text="Unix milliseconds.")

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="seat_lock_once")]

    def __str__(self) -> str:
        return f"{self.table} seat {self.seat}"
