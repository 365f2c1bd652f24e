"""How tables run: when their tablets were last heard, how many hands an hour has."""

from django.db import models

from tables.models.rooms import Room, Table


class TabletHeard(models.Model):
    """When a table last heard of one of its tablets. silent: it has been longer than the room allows.

    silent_since: from when on it counts as silent, as far as the room was open to hear it.
    """

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="heard"
    )
    at = models.DateTimeField()
    silent = models.BooleanField(default=False)
    silent_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"Tablet of {self.table_id}, {self.at:%H:%M:%S}"


class TabletSilence(models.Model):
    """A silence that is over: the last word before it and the first after it. The database refuses to change a row."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="silences")
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["table", "until"], name="silences_of_a_table")]

    def __str__(self) -> str:
        return f"Tablet of {self.table_id} silent from {self.since:%H:%M:%S}"


class HandsHour(models.Model):
    """The hands of one clock hour that a table dealt right through. A picture: the log has every hand."""

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
        return f"{self.hands} hands of {self.game}, {self.hour:%d %b %H}:00"


class UsualPace(models.Model):
    """The median of a game's hours in a room, and how many hours it is of."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="paces")
    game = models.CharField(max_length=120)
    hands = models.FloatField()
    hours = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "game"], name="pace_once_a_game")]

    def __str__(self) -> str:
        return f"{self.game}: {self.hands} an hour"
