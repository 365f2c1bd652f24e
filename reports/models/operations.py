"""Floor calls, waits, incidents and tablet outages as counted by reports."""

from django.db import models

from staff.models import Room
from tables.models import Table
from tables.models.seat_use import SeatUse


class CallFact(models.Model):
    """One floor call. Seconds start at the call, and are null until that step is reached."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_calls")
    seq = models.BigIntegerField()  # position of its entry in the table's log
    day = models.DateField()
    shift = models.CharField(max_length=20)
    at = models.DateTimeField()
    game = models.CharField(max_length=120, blank=True)  # the plaque's name
    # flop, stud or draw; "mixed" for a rotation through several
    family = models.CharField(max_length=10, blank=True)
    # the dealer at that time, by key in the log
    dealer = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=60, blank=True)  # the irregularity, "" if none was reported
    hand = models.PositiveIntegerField(default=0)
    seen_s = models.IntegerField(null=True)
    here_s = models.IntegerField(null=True)
    closed_s = models.IntegerField(null=True)
    status = models.CharField(max_length=10)  # open, ruled or cancelled
    # accepted, overridden, dealer (a dealer's remedy) or none
    decision = models.CharField(max_length=10, default="none")
    proposal = models.BooleanField(default=False)  # whether the house rule proposed a ruling
    reason = models.CharField(max_length=500, blank=True)  # reason for the override or cancellation
    # Alias of the person who decided or canceled, as in the call.
    by = models.CharField(max_length=40, blank=True)
    appeals = models.PositiveSmallIntegerField(default=0)  # later records about its ruling

    class Meta:
        default_permissions = ()
        ordering = ("at", "id")
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="call_fact_once")]
        indexes = [
            models.Index(fields=["room", "day"], name="call_facts_of_a_day"),
            models.Index(fields=["room", "at"], name="call_facts_of_a_while"),
            models.Index(fields=["room", "decision", "day"], name="call_facts_by_decision"),
        ]

    def __str__(self) -> str:
        return f"{self.key or 'call'} at {self.table}, {self.at:%b %-d %H:%M}"


class FillMonth(SeatUse):
    """One game of a room, or all games, in one clock hour of the day over a calendar month of gaming days.

    A half hour in which the last gaming day of a month ends counts in both months.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_fill")
    day = models.DateField()  # first day of the month
    hour = models.PositiveSmallIntegerField()  # hour of the day on the clock of the house
    game = models.CharField(max_length=120, blank=True)  # the plaque's name, "" for all games
    half_hours = models.PositiveIntegerField(default=0)  # half hours that have rows

    class Meta(SeatUse.Meta):
        constraints = [
            models.UniqueConstraint(fields=["room", "day", "hour", "game"], name="fill_month_once")
        ]

    def __str__(self) -> str:
        return f"{self.game or 'All games'}, {self.day:%Y-%m}, {self.hour}:00"


class WaitDay(models.Model):
    """One waitlist, one shift of a gaming day."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_waits")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=60)  # the waitlist's title, which equals the plaque's name
    added = models.PositiveIntegerField(default=0)
    seated = models.PositiveIntegerField(default=0)
    left = models.PositiveIntegerField(default=0)  # players who left without a seat
    passed = models.PositiveIntegerField(default=0)  # passed calls
    waits = models.JSONField(default=list)  # seconds of each seated player, sorted

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


class OutageHour(models.Model):
    """How long a table's tablet was offline in a clock hour (UTC)."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_silences")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_silences")
    hour = models.DateTimeField()
    day = models.DateField()
    shift = models.CharField(max_length=20)
    seconds = models.PositiveIntegerField(default=0)
    times = models.PositiveIntegerField(default=0)  # outages that began in it

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["table", "hour", "day", "shift"], name="silent_hour_once"
            )
        ]
        indexes = [models.Index(fields=["room", "day"], name="silences_of_a_day")]

    def __str__(self) -> str:
        return f"{self.table}, {self.hour:%b %-d %H}:00: silent for {self.seconds} s"
