"""Retention, anonymized players, runs of retention and backup, heartbeats, changes of health, versions of tablets."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from players.models import Player
from staff.models import Room
from tables.models import Table

YEARS = 5


class Retention(models.Model):
    """How long a room retains personal data of players who no longer visit. A house choice, not in any guide."""

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
    second = models.CharField(max_length=40, blank=True)  # who agreed, if a second person was asked
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


class ServiceHeartbeat(models.Model):
    """The last sign of life of one process. Rows of processes that ended long ago are removed."""

    service = models.CharField(
        max_length=60, help_text='"web", "beat", or "worker" and the name of its queue.'
    )
    host = models.CharField(max_length=100)
    pid = models.PositiveIntegerField(help_text="Number of the process on its host.")
    version = models.CharField(max_length=40)
    started_at = models.DateTimeField()
    at = models.DateTimeField()
    facts = models.JSONField(default=dict, help_text="What the process says of itself.")

    class Meta:
        default_permissions = ()
        ordering = ("service", "host", "pid")
        constraints = [
            models.UniqueConstraint(
                fields=["service", "host", "pid"], name="one_heartbeat_per_process"
            )
        ]

    def __str__(self) -> str:
        return f"{self.service} on {self.host}, process {self.pid}"


class HealthChange(models.Model):
    """A part of the installation that became good, soon or bad. The monitor of one web process writes it."""

    part = models.CharField(max_length=40, help_text="Its key, such as redis.")
    level = models.CharField(max_length=4, help_text="good, soon or bad.")
    headline = models.CharField(max_length=200, blank=True, help_text="What was wrong.")
    at = models.DateTimeField(help_text="When it was found so.")

    class Meta:
        default_permissions = ()
        ordering = ("-at", "-id")
        indexes = [models.Index(fields=["part", "at"], name="health_of_a_part")]

    def __str__(self) -> str:
        return f"{self.part} {self.level}, {self.at:%b %-d, %Y %H:%M}"


class BackupRun(models.Model):
    """One backup: when, which file, how large, and whether a restore has proved it."""

    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="Empty: it runs, or was interrupted.")
    file = models.CharField(max_length=500, blank=True)
    bytes = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=300, blank=True, help_text="Why it failed.")
    copied_at = models.DateTimeField(null=True, help_text="In the second place.")
    copy_reason = models.CharField(max_length=300, blank=True, help_text="Why it wasn't copied.")
    proved_at = models.DateTimeField(null=True, help_text="Restored elsewhere and verified.")
    proof_reason = models.CharField(
        max_length=300, blank=True, help_text="Why it couldn't be restored."
    )
    drill_reason = models.CharField(
        max_length=300,
        blank=True,
        default="",
        db_default="",
        help_text="Why a restore couldn't be tried, such as a full disk; it says nothing about the backup.",
    )
    removed_at = models.DateTimeField(
        null=True, help_text="Its files were deleted by the rotation."
    )

    class Meta:
        default_permissions = ()
        ordering = ("-started_at", "-id")

    def __str__(self) -> str:
        return f"Backup of {self.started_at:%b %-d, %Y %H:%M}"

    @property
    def is_good(self) -> bool:
        """Whether it ended with a complete file."""
        return self.ended_at is not None and not self.reason


class TabletVersion(models.Model):
    """The engine with which a table's tablet last opened its socket: the hash of its bundle."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="tablet_version"
    )
    engine = models.CharField(max_length=64)
    at = models.DateTimeField(help_text="When it first said so.")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.table_id}: {self.engine[:8]}"
