"""How tables run: tablet heartbeats, hands per hour."""

from django.db import models

from staff.models import Room
from tables.models.rooms import Table


class TabletHeartbeat(models.Model):
    """The last heartbeat of a table's tablets."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="heard"
    )
    at = models.DateTimeField()
    silent = models.BooleanField(default=False)  # offline for longer than the room allows
    silent_since = models.DateTimeField(null=True)  # downtime of the server does not count

    def __str__(self) -> str:
        return f"Tablet at {self.table_id}, {self.at:%H:%M:%S}"


class TabletOutage(models.Model):
    """An outage that has ended, from the last heartbeat before it to the first after it. Append-only."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="silences")
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["table", "until"], name="silences_of_a_table")]

    def __str__(self) -> str:
        return f"Tablet at {self.table_id} offline from {self.since:%H:%M:%S}"


class HourlyHandCount(models.Model):
    """The hands of one clock hour in which a table dealt throughout. A projection: the log has every hand."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hours")
    hour = models.DateTimeField()
    game = models.CharField(max_length=120)
    hands = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "hour"], name="hour_once_a_table"),
        ]
        indexes = [models.Index(fields=["hour"], name="hands_hour_by_hour")]

    def __str__(self) -> str:
        return f"{self.hands} hands of {self.game}, {self.hour:%b %-d %H}:00"


class TypicalPace(models.Model):
    """The median of a game's hourly counts in a room, and the number of hours behind it."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="paces")
    game = models.CharField(max_length=120)
    hands = models.FloatField()
    hours = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "game"], name="pace_once_a_game")]

    def __str__(self) -> str:
        return f"{self.game}: {self.hands} an hour"
