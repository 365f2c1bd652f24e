"""Floor calls, waits, incidents and silent tablets, as reports count them."""

from django.db import models

from tables.models import Room, Table


class CallFact(models.Model):
    """One floor call. Seconds are from the call on, empty while it was not so far.

    seq: of the entry that made it; dealer: who dealt then, as the log names people; game: the plaque's name; family:
    flop, stud or draw, "mixed" of a rotation through several; key: the irregularity, "" where none was reported;
    status: open, ruled or cancelled; decision: accepted, overridden, dealer (a dealer's remedy) or none; proposal:
    whether the house's rule had one; reason: of the override or of the cancelling; by: who decided or cancelled, as
    the call has it (an alias); appeals: later records about its ruling.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_calls")
    seq = models.BigIntegerField()
    day = models.DateField()
    shift = models.CharField(max_length=20)
    at = models.DateTimeField()
    game = models.CharField(max_length=120, blank=True)
    family = models.CharField(max_length=10, blank=True)
    dealer = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=60, blank=True)
    hand = models.PositiveIntegerField(default=0)
    seen_s = models.IntegerField(null=True)
    here_s = models.IntegerField(null=True)
    closed_s = models.IntegerField(null=True)
    status = models.CharField(max_length=10)
    decision = models.CharField(max_length=10, default="none")
    proposal = models.BooleanField(default=False)
    reason = models.CharField(max_length=500, blank=True)
    by = models.CharField(max_length=40, blank=True)
    appeals = models.PositiveSmallIntegerField(default=0)

    class Meta:
        default_permissions = ()
        ordering = ("at", "id")
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="call_fact_once")]
        indexes = [
            models.Index(fields=["room", "day"], name="call_facts_of_a_day"),
            models.Index(fields=["room", "at"], name="call_facts_of_a_while"),
        ]

    def __str__(self) -> str:
        return f"{self.key or 'call'} at {self.table}, {self.at:%d %b %H:%M}"


class WaitDay(models.Model):
    """One waiting list, one shift of a gaming day. game: the list's title, which is the plaque's name.

    left: names that went away without a seat; passed: calls that went by; waits: seconds of everybody seated, in order.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_waits")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=60)
    added = models.PositiveIntegerField(default=0)
    seated = models.PositiveIntegerField(default=0)
    left = models.PositiveIntegerField(default=0)
    passed = models.PositiveIntegerField(default=0)
    waits = models.JSONField(default=list)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["room", "day", "shift", "game"], name="wait_day_once")
        ]

    def __str__(self) -> str:
        return f"{self.day}, {self.game}: {self.seated} seated"


class IncidentDay(models.Model):
    """Incidents of a shift by category and severity."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_incidents")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    category = models.CharField(max_length=40)
    severity = models.PositiveSmallIntegerField()
    n = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["room", "day", "shift", "category", "severity"], name="incident_day_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.day}, {self.category}: {self.n}"


class SilentHour(models.Model):
    """How long a table's tablet was silent in a clock hour (UTC). times: silences that began in it."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_silences")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_silences")
    hour = models.DateTimeField()
    day = models.DateField()
    shift = models.CharField(max_length=20)
    seconds = models.PositiveIntegerField(default=0)
    times = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["table", "hour", "day", "shift"], name="silent_hour_once"
            )
        ]
        indexes = [models.Index(fields=["room", "day"], name="silences_of_a_day")]

    def __str__(self) -> str:
        return f"{self.table}, {self.hour:%d %b %H}:00: silent for {self.seconds} s"
