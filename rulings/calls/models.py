"""Calls, projected from the tables' logs, and rulings, which are append-only."""

from django.db import models

from staff.models import Room, Staff
from tables.models import Table


class Call(models.Model):
    """A call for a supervisor: a projection of the table's log, which holds the facts.

    seq: number of the log entry that created it, so that the hand's log at that time can be read.
    """

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        RULED = "ruled", "Ruled"
        CANCELED = "cancelled", "Canceled"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="calls")
    seq = models.BigIntegerField()
    hand = models.PositiveIntegerField(help_text="Hand number; 0 if none was dealt yet.")
    street = models.CharField(max_length=20, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    called_at = models.DateTimeField()
    called_by = models.ForeignKey(
        Staff, on_delete=models.PROTECT, null=True, related_name="calls_made"
    )
    key = models.CharField(max_length=60, blank=True, help_text="The irregularity reported.")
    facts = models.JSONField(default=dict)
    delivered_at = models.DateTimeField(null=True, help_text="A floor screen showed it.")
    delivered_to = models.CharField(
        max_length=40, blank=True, default="", db_default="", help_text="Whose screen it was."
    )
    seen_at = models.DateTimeField(null=True)
    seen_by = models.CharField(max_length=40, blank=True)
    coming_at = models.DateTimeField(null=True)
    coming_by = models.CharField(max_length=40, blank=True)
    arrived_at = models.DateTimeField(null=True)
    arrived_by = models.CharField(max_length=40, blank=True)
    escalated_at = models.DateTimeField(null=True)
    escalated_by = models.CharField(max_length=40, blank=True)
    ended_at = models.DateTimeField(null=True, help_text="Ruled or canceled.")
    ended_by = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=200, blank=True, help_text="Canceled calls only.")

    class Meta:
        ordering = ("called_at", "id")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["room", "status", "called_at"], name="calls_waiting"),
            models.Index(fields=["table", "called_at"], name="calls_of_a_table"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="call_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(status="open"),
                name="one_open_call_a_table",
            ),
        ]

    @property
    def awaits_delivery(self) -> bool:
        """Whether no floor screen has confirmed it yet. A supervisor who answered has received it."""
        return self.status == self.Status.OPEN and not (self.delivered_at or self.seen_at)

    def __str__(self) -> str:
        return f"Call at {self.table} at {self.called_at:%H:%M}"


class Ruling(models.Model):
    """A final ruling, or a later record about one. Neither is ever edited (S-012).

    facts and steps: as in the log. proposal: the rule's proposal, {outcome, result, steps, authority}. words: the
    wording of the clause and settings at that time (`rulings.calls.cited_text`), None for rulings from before they were
    stored. seconds: from the call to the decision. about: the ruling that an appeal, a correction or the payment of a
    held pot refers to.
    """

    class Kind(models.TextChoices):
        RULING = "ruling", "Ruling"
        APPEAL = "appeal", "Appeal"
        CORRECTION = "correction", "Correction"
        PAYMENT = "payment", "Held pot paid"

    class Decision(models.TextChoices):
        ACCEPTED = "accepted", "Accepted"
        OVERRIDDEN = "overridden", "Overridden"
        DEALER = "dealer", "Dealer's remedy"

    number = models.CharField(max_length=20)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.RULING)
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="rulings")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rulings")
    call = models.OneToOneField(Call, on_delete=models.PROTECT, null=True, related_name="ruling")
    about = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="records")
    hand = models.PositiveIntegerField()
    seq = models.BigIntegerField(default=0, help_text="Entry of the table's log; 0 for none.")
    key = models.CharField(max_length=60, blank=True)
    row = models.PositiveSmallIntegerField(default=0, help_text="Number of the irregularity.")
    clause = models.CharField(max_length=40, blank=True)
    book = models.CharField(max_length=80, blank=True)
    version = models.PositiveIntegerField(default=1)
    words = models.JSONField(null=True)  # a null column can be added without rewriting the table
    facts = models.JSONField(default=dict)
    proposal = models.JSONField(default=dict)
    outcome = models.CharField(max_length=60, blank=True)
    decision = models.CharField(max_length=10, choices=Decision.choices)
    reason = models.CharField(max_length=500, blank=True)
    result = models.CharField(max_length=500)
    steps = models.JSONField(default=list)
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="rulings")
    at = models.DateTimeField()
    day = models.DateField(help_text="Room calendar day; numbers restart each day.")
    seconds = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ("view",)
        permissions = [("appeal_ruling", "Can record an appeal or a correction of a ruling")]
        constraints = [
            models.UniqueConstraint(fields=["room", "day", "number"], name="ruling_number_once")
        ]
        indexes = [
            models.Index(fields=["room", "key", "at"], name="precedents"),
            models.Index(fields=["table", "hand"], name="rulings_of_a_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.number}, {self.table}"
