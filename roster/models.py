"""The logs of crews and weeks, runs of the planner, calendar feeds, and the rows that follow from the logs."""

from django.db import models

from journal.models import Stream
from outbox.message import OutboxMessage
from outbox.phones.models import AlertPhone
from roster.calendar_models import CalendarEntry
from roster.toke_models import (
    AdjustedHours,
    PayrollLine,
    RoomTokeLog,
    TokeBox,
    TokeShare,
    TokeSplit,
)
from staff.models import Room, Staff

# The models of tokes and calendars are in files of their own.
__all__ = [
    "AdjustedHours",
    "CalendarEntry",
    "PayrollLine",
    "RoomTokeLog",
    "TokeBox",
    "TokeShare",
    "TokeSplit",
]


class RoomCrewLog(models.Model):
    """The log of a room's crew: rules of the roster, shift templates, members, time off."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="crew"
    )
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="crew")

    class Meta:
        default_permissions = ()
        permissions = [
            ("plan_week", "Can plan the dealers' week"),
            ("run_day", "Can run the dealers' day"),
            ("own_week", "Can see and change their own week"),
        ]

    def __str__(self) -> str:
        return f"Crew of {self.room}"


class RosterWeek(models.Model):
    """A week of a room's dealers. Its primary key is that of its log."""

    stream = models.OneToOneField(
        Stream,
        on_delete=models.PROTECT,
        primary_key=True,
        editable=False,
        related_name="roster_week",
    )
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="roster_weeks")
    monday = models.DateField()
    starts_at = models.DateTimeField(help_text="Local midnight of the Monday.")
    ends_at = models.DateTimeField(help_text="Local midnight of the next Monday.")

    class Meta:
        ordering = ("room", "monday")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["room", "monday"], name="roster_week_once")]

    def __str__(self) -> str:
        return f"Week of {self.monday}"


class RosterRun(models.Model):
    """The progress of a planner's run. Its result is in the log of the week."""

    week = models.ForeignKey(RosterWeek, on_delete=models.CASCADE, related_name="runs")
    number = models.PositiveIntegerField()
    planner = models.CharField(max_length=10)
    seconds = models.PositiveIntegerField(help_text="Processor time that the run may use.")
    queued_at = models.DateTimeField()
    progress_at = models.DateTimeField(help_text="When the worker last stored its progress.")
    used = models.FloatField(default=0, help_text="Seconds of processor time so far.")
    cost = models.BigIntegerField(null=True, help_text="Of the best plan so far.")
    bound = models.BigIntegerField(null=True)
    is_canceled = models.BooleanField(default=False)
    is_over = models.BooleanField(default=False)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("week", "number")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["week", "number"], name="roster_run_once")]

    def __str__(self) -> str:
        return f"Run {self.number} of week {self.week_id}"


class CalendarFeed(models.Model):
    """The secret address of a dealer's calendar feed. A new token ends the old address."""

    staff = models.OneToOneField(
        Staff, on_delete=models.CASCADE, primary_key=True, related_name="calendar_feed"
    )
    token = models.CharField(max_length=64, unique=True)
    renewed_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Calendar of {self.staff}"


class RosterShift(models.Model):
    """A shift of a published plan; a projection of the week's log. dealer: "" is an open shift."""

    week = models.ForeignKey(RosterWeek, on_delete=models.CASCADE, related_name="shifts")
    number = models.PositiveIntegerField()
    day = models.DateField()
    start = models.DateTimeField()
    end = models.DateTimeField()
    template = models.CharField(max_length=40, blank=True)
    dealer = models.CharField(max_length=40, blank=True)
    version = models.PositiveIntegerField()

    class Meta:
        ordering = ("start", "number")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["week", "number"], name="roster_shift_once")]
        indexes = [
            models.Index(fields=["dealer", "start"], name="roster_shift_of_dealer"),
            models.Index(fields=["start"], name="roster_shift_by_start"),
        ]

    def __str__(self) -> str:
        return f"Shift {self.number} of week {self.week_id}"


class ShiftRecord(models.Model):
    """What became of a dealer's shift; a projection of the week's log.

    start, end: as planned; null for a dealer who came without a shift.
    """

    week = models.ForeignKey(RosterWeek, on_delete=models.CASCADE, related_name="records")
    number = models.PositiveIntegerField()
    dealer = models.CharField(max_length=40)
    start = models.DateTimeField(null=True)
    end = models.DateTimeField(null=True)
    clocked_in = models.DateTimeField(null=True)
    clocked_out = models.DateTimeField(null=True)
    called_off = models.DateTimeField(null=True)
    no_show = models.DateTimeField(null=True)
    let_go = models.DateTimeField(null=True)

    class Meta:
        ordering = ("week", "number")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["week", "number", "dealer"], name="roster_record_once")
        ]
        indexes = [
            models.Index(fields=["dealer", "clocked_in"], name="roster_record_of_dealer"),
        ]

    def __str__(self) -> str:
        return f"{self.dealer}, shift {self.number} of week {self.week_id}"


class RosterRequest(models.Model):
    """A give-up, swap or pick-up; a projection of the week's log."""

    week = models.ForeignKey(RosterWeek, on_delete=models.CASCADE, related_name="requests")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    status = models.CharField(max_length=10)
    shift = models.PositiveIntegerField()
    other = models.PositiveIntegerField(default=0)
    dealer = models.CharField(max_length=40, blank=True)
    to = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    decided_by = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ("week", "number")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["week", "number"], name="roster_request_once")
        ]

    def __str__(self) -> str:
        return f"Request {self.number} of week {self.week_id}"


class TimeOffRow(models.Model):
    """A request for time off; a projection of the crew's log."""

    crew = models.ForeignKey(RoomCrewLog, on_delete=models.CASCADE, related_name="time_off")
    number = models.PositiveIntegerField()
    member = models.CharField(max_length=40)
    first = models.DateField()
    last = models.DateField()
    status = models.CharField(max_length=10)
    at = models.DateTimeField()
    decided_by = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ("crew", "number")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["crew", "number"], name="roster_time_off_once")
        ]
        indexes = [models.Index(fields=["member", "first"], name="roster_time_off_of_member")]

    def __str__(self) -> str:
        return f"Time off {self.number} of {self.member}"


class NoticeAddress(models.Model):
    """Where a dealer wants notices about their shifts, besides their phone's alerts. Blank is nowhere."""

    staff = models.OneToOneField(
        Staff, on_delete=models.CASCADE, primary_key=True, related_name="notice_address"
    )
    phone = models.CharField(max_length=30, blank=True, help_text="For SMS, with country code.")
    email = models.EmailField(blank=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Address of {self.staff}"


class RosterNotice(OutboxMessage):
    """A notice to one dealer about their shifts, for one phone or for their address."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        DEAD = "dead", "Failed"
        OBSOLETE = "obsolete", "Not needed"

    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="roster_notices")
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="roster_notices")
    # The phone that shows the notice; null for one to the dealer's address.
    phone = models.ForeignKey(
        AlertPhone, on_delete=models.CASCADE, null=True, related_name="roster_notices"
    )
    text = models.CharField(max_length=300)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)

    class Meta:
        default_permissions = ()
        ordering = ("id",)
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state="waiting"), name="roster_notice_waiting"
            ),
            models.Index(fields=["ended_at"], name="roster_notice_ended"),
        ]

    def __str__(self) -> str:
        return f"Notice for {self.staff_id}"
