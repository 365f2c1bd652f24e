"""The log of a room's tokes, and its rows: boxes, splits with their shares, adjusted hours, payroll."""

from django.db import models

from journal.models import Stream
from staff.models import Room


class RoomTokeLog(models.Model):
    """The log of a room's toke boxes, splits and payroll."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="tokes"
    )
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="tokes")

    class Meta:
        default_permissions = ()
        permissions = [
            ("count_tokes", "Can pull and count toke boxes"),
            ("split_tokes", "Can split tokes and close the payroll"),
        ]

    def __str__(self) -> str:
        return f"Tokes of {self.room}"


class TokeBox(models.Model):
    """A toke box, or what was withheld from an event; a projection. Amounts are in the smallest unit.

    Counts are shown only after two people agree.
    """

    class Status(models.TextChoices):
        PULLED = "pulled", "to count"
        COUNTED = "counted", "counted"
        EMPTY = "empty", "empty"
        PROPOSED = "proposed", "in a proposed split"
        SPLIT = "split", "split"

    log = models.ForeignKey(RoomTokeLog, on_delete=models.CASCADE, related_name="boxes")
    number = models.PositiveIntegerField()
    source = models.CharField(max_length=10)
    ref = models.CharField(max_length=80, blank=True)
    title = models.CharField(max_length=120)
    label = models.CharField(max_length=12, blank=True, help_text="As marked on the box.")
    day = models.DateField(help_text="Gaming day.")
    chips = models.JSONField(help_text="Denominations counted, in the smallest unit.")
    pulled_at = models.DateTimeField()
    pulled_by = models.CharField(max_length=40)
    counts = models.JSONField(help_text="Counts of both people, round by round.")
    status = models.CharField(max_length=10, choices=Status.choices)
    total = models.BigIntegerField(null=True, help_text="Empty until two people agree.")
    first_total = models.BigIntegerField(null=True, help_text="Before corrections.")
    reason = models.CharField(max_length=200, blank=True, help_text="Of the last correction.")
    split = models.PositiveIntegerField(default=0, help_text="Number of the split that has it.")

    class Meta:
        ordering = ("log", "number")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["log", "number"], name="toke_box_once")]
        indexes = [models.Index(fields=["log", "day"], name="toke_boxes_of_day")]

    def __str__(self) -> str:
        return f"Toke box {self.number} of {self.log_id}"


class TokeSplit(models.Model):
    """A split of tokes; a projection. first, last: its period; pay_first, pay_last: the pay period that pays it."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", "to approve"
        APPROVED = "approved", "approved"
        WITHDRAWN = "withdrawn", "withdrawn"

    log = models.ForeignKey(RoomTokeLog, on_delete=models.CASCADE, related_name="splits")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    first = models.DateField()
    last = models.DateField()
    boxes = models.JSONField(help_text="Numbers of its boxes.")
    amount = models.BigIntegerField()
    about = models.PositiveIntegerField(default=0, help_text="The split that it corrects.")
    status = models.CharField(max_length=10, choices=Status.choices)
    proposed_by = models.CharField(max_length=40)
    proposed_at = models.DateTimeField()
    decided_by = models.CharField(max_length=40, blank=True)
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    pay_first = models.DateField(null=True)
    pay_last = models.DateField(null=True)

    class Meta:
        ordering = ("log", "number")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["log", "number"], name="toke_split_once")]
        indexes = [models.Index(fields=["log", "pay_first"], name="toke_splits_paid")]

    def __str__(self) -> str:
        return f"Split {self.number} of {self.log_id}"


class TokeShare(models.Model):
    """A line of a split: `weight` of `whole` of `base`, less `before`; a projection."""

    log = models.ForeignKey(RoomTokeLog, on_delete=models.CASCADE, related_name="shares")
    split = models.PositiveIntegerField(help_text="Number of the split.")
    line = models.PositiveIntegerField(help_text="Place in the split.")
    key = models.CharField(max_length=40, help_text="Of the dealer or the group.")
    kind = models.CharField(max_length=10)
    amount = models.BigIntegerField()
    weight = models.BigIntegerField()
    whole = models.BigIntegerField()
    unit = models.CharField(max_length=10)
    base = models.BigIntegerField()
    before = models.BigIntegerField()

    class Meta:
        ordering = ("log", "split", "line")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["log", "split", "line"], name="toke_share_once")
        ]
        indexes = [models.Index(fields=["log", "key"], name="toke_shares_of_dealer")]

    def __str__(self) -> str:
        return f"{self.amount} of split {self.split} for {self.key}"


class AdjustedHours(models.Model):
    """Minutes that a manager added to a dealer's hours of a day, or took off; a projection."""

    log = models.ForeignKey(RoomTokeLog, on_delete=models.CASCADE, related_name="adjustments")
    number = models.PositiveIntegerField()
    dealer = models.CharField(max_length=40, help_text="Key of the dealer.")
    day = models.DateField(help_text="Gaming day.")
    minutes = models.IntegerField()
    reason = models.CharField(max_length=200)
    by = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        ordering = ("log", "number")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["log", "number"], name="hours_adjusted_once")
        ]
        indexes = [models.Index(fields=["log", "day"], name="hours_adjusted_on_day")]

    def __str__(self) -> str:
        return f"{self.minutes} min of {self.dealer} on {self.day}"


class PayrollLine(models.Model):
    """What a dealer gets for a closed pay period; a projection. Times are minutes."""

    log = models.ForeignKey(RoomTokeLog, on_delete=models.CASCADE, related_name="payroll")
    first = models.DateField()
    last = models.DateField()
    key = models.CharField(max_length=40, help_text="Of the dealer or the group.")
    name = models.CharField(max_length=80)
    regular = models.IntegerField()
    overtime = models.IntegerField()
    holiday = models.IntegerField()
    adjusted = models.IntegerField()
    breaks = models.IntegerField()
    break_minutes = models.IntegerField()
    downs = models.IntegerField()
    event_downs = models.IntegerField()
    own = models.BigIntegerField()
    pool = models.BigIntegerField()
    event = models.BigIntegerField()
    other = models.BigIntegerField()
    corrections = models.BigIntegerField()
    carried = models.BigIntegerField()
    paid = models.BigIntegerField()
    left = models.BigIntegerField()
    closed_by = models.CharField(max_length=40)
    closed_at = models.DateTimeField()

    class Meta:
        ordering = ("log", "first", "name", "key")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["log", "first", "key"], name="payroll_line_once")
        ]
        indexes = [models.Index(fields=["log", "last"], name="payroll_by_end")]

    def __str__(self) -> str:
        return f"Payroll of {self.key} from {self.first}"
