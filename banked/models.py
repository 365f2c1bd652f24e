"""Plaques of house-banked tables, what a house decides, and the rounds, a projection of the tables' logs."""

from django.db import models
from django.utils import timezone

from staff.models import Room, Staff
from tables.models import Table


class HousePlaque(models.Model):
    """One version of a plaque of a house-banked game. A version is never edited: a change is the next version.

    body: a `banked.rules.plaque.BankedPlaque`.
    """

    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1, editable=False)
    body = models.JSONField()
    published_at = models.DateTimeField(default=timezone.now, editable=False)
    published_by = models.ForeignKey(
        Staff, on_delete=models.PROTECT, null=True, editable=False, related_name="+"
    )

    class Meta:
        ordering = ("name", "-version")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="house_plaque_version_once")
        ]

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"


class BankedSetup(models.Model):
    """The plaque that a house-banked table opens with."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="banked"
    )
    plaque = models.ForeignKey(HousePlaque, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Setup of {self.table}"


class HouseDecision(models.Model):
    """What a room decides about an irregularity (`banked/rules/irregularities.toml`)."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="banked_decisions")
    key = models.CharField(max_length=60)
    remedy = models.CharField(max_length=60)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["room", "key"], name="house_decision_once")]

    def __str__(self) -> str:
        return f"{self.key}: {self.remedy}"


class RoundStart(models.Model):
    """The start of a round; a projection. After an undone start, the next one has the same number."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="round_starts")
    seq = models.BigIntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="round_start_once")]

    def __str__(self) -> str:
        return f"Round {self.number} of {self.table_id}"


class BoxRound(models.Model):
    """What a box came to in a finished round; a projection. Amounts are in the smallest unit.

    corrected: what the house paid more than logged, by corrections.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="box_rounds")
    seq = models.BigIntegerField(help_text="Entry that ended the round.")
    round = models.PositiveIntegerField()
    box = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    dealer = models.CharField(max_length=40, blank=True)
    hands = models.PositiveSmallIntegerField()
    wagered = models.BigIntegerField()
    paid = models.BigIntegerField()
    taken = models.BigIntegerField()
    corrected = models.BigIntegerField(default=0)
    is_void = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["table", "round", "box"], name="box_round_once")
        ]
        indexes = [models.Index(fields=["table", "at"], name="box_rounds_of_a_time")]

    def __str__(self) -> str:
        return f"Round {self.round}, box {self.box} of {self.table_id}"


class BoxBuyIn(models.Model):
    """Cash that went into the drop box; a projection."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="box_buy_ins")
    seq = models.BigIntegerField()
    command_id = models.CharField(max_length=64)
    box = models.PositiveSmallIntegerField()
    amount = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="box_buy_in_once")]
        indexes = [models.Index(fields=["table", "at"], name="buy_ins_of_a_time")]

    def __str__(self) -> str:
        return f"Buy-in at {self.table_id}, box {self.box}"
