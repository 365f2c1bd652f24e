"""Cursors of the rollups: one row per table's log, and one for everything else of a room."""

from django.db import models

from staff.models import Room
from tables.models import Table


class LogCursor(models.Model):
    """How far one table's log was read, with the reducer's state there (`reports.rollups.log_reducer.Cursor`)."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="rolled"
    )
    seq = models.BigIntegerField(default=0)
    until = models.BigIntegerField(default=0, help_text="Unix seconds.")
    state = models.JSONField(default=dict)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.table} up to {self.seq}"


class SeatUseCursor(models.Model):
    """How far the logs of a room's tables and waitlists were read for lost seats, with the reducer's state there
    (`reports.rollups.seat_use.Cursor`).
    """

    room = models.OneToOneField(
        Room, on_delete=models.CASCADE, primary_key=True, related_name="seat_use"
    )
    state = models.JSONField(default=dict)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Seats of {self.room}"


class RollupProgress(models.Model):
    """How far a room's waitlists and outages were read. Its row is the lock for writing the room's rollups."""

    room = models.OneToOneField(
        Room, on_delete=models.CASCADE, primary_key=True, related_name="rolled"
    )
    until = models.BigIntegerField(default=0, help_text="Unix seconds.")
    lists_seq = models.BigIntegerField(default=0)
    silence = models.BigIntegerField(default=0, help_text="The last silence that was counted.")
    has_long_sums = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Room days, table months and fill months have the sums of all table days and half hours.",
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.room} up to {self.until}"
