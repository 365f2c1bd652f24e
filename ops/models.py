"""Retention periods of rooms, anonymized players, and the results of the daily runs."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from players.models import Player
from tables.models import Room

YEARS = 5


class Retention(models.Model):
    """How long a room retains personal data of players who no longer visit. A house choice, in no guide."""

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="retention")
    years = models.PositiveSmallIntegerField(
        default=YEARS,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
        help_text="Years without a visit before a player is anonymized. Check your gaming license.",
    )

    class Meta:
        verbose_name_plural = "retention"

    def __str__(self) -> str:
        return f"{self.years} years in {self.room}"


class Anonymization(models.Model):
    """The anonymization of a player: who did it and why. Append-only."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="anonymisings")
    by = models.CharField(max_length=40, help_text="As the log names people.")
    second = models.CharField(max_length=40, blank=True)  # who agreed, if asked
    reason = models.CharField(max_length=500)
    names = models.PositiveIntegerField(help_text="Names removed from the log.")
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.player.key}, {self.at:%b %-d, %Y}"


class RetentionRun(models.Model):
    """The result of one retention run. Append-only."""

    at = models.DateTimeField()
    players = models.PositiveIntegerField()
    kept = models.PositiveIntegerField()  # players who are due but still needed
    devices = models.PositiveIntegerField(help_text="Actions and entries with the device cleared.")
    sign_ins = models.PositiveIntegerField(help_text="Sign-in attempts, last uses, sessions.")

    cut = models.DateTimeField(null=True, help_text="Older records no longer name a device.")

    class Meta:
        default_permissions = ("view",)
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"Retention of {self.at:%b %-d, %Y}"
