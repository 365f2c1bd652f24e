"""What was forgotten and by whom, what each day's look took away, and how long a room keeps people."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from players.models import Player
from tables.models import Room

YEARS = 5


class Retention(models.Model):
    """How long a room keeps what is personal of people who come no more. No guide says: the house's own choice."""

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="retention")
    years = models.PositiveSmallIntegerField(
        default=YEARS,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
        help_text="After so many years without a visit a player is anonymised. Ask what the licence wants.",
    )

    class Meta:
        verbose_name_plural = "retention"

    def __str__(self) -> str:
        return f"{self.years} years in {self.room}"


class Anonymised(models.Model):
    """Nothing is known of a player any more; the database keeps who did it and why. second: who agreed, if asked."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="anonymisings")
    by = models.CharField(max_length=40, help_text="As the log names people.")
    second = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=500)
    names = models.PositiveIntegerField(help_text="Texts that were taken out of the log's names.")
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.player.key}, {self.at:%d %b %Y}"


class RetentionRun(models.Model):
    """What one look took away; the database keeps the row. kept: who was due and is still needed."""

    at = models.DateTimeField()
    players = models.PositiveIntegerField()
    kept = models.PositiveIntegerField()
    devices = models.PositiveIntegerField(help_text="Acts and entries whose device was emptied.")
    sign_ins = models.PositiveIntegerField(help_text="Tries at signing in, last uses, sessions.")

    cut = models.DateTimeField(null=True, help_text="What is older names no device any more.")

    class Meta:
        default_permissions = ("view",)
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"Retention of {self.at:%d %b %Y}"
