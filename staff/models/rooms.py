"""A room, and the people who work in it."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from poker.chip_colors import USUAL, write_colors
from staff.models.people import Staff

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

    dealers_seat = models.BooleanField(
        default=True,
        db_default=True,
        help_text="A dealer may seat a player at the tablet. Off: a supervisor's PIN is needed. House choice.",
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
        app_label = "tables"  # its name in the database and in permissions
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
