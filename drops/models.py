"""Drop boxes, counts and results. The database refuses to change or delete any of the three."""

from typing import Any

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q

from tables.models import Room, Staff, Table


def usual_shifts() -> list[list[str]]:
    """Day, swing and grave, each with the hour at which it begins: the house's own choice, no guide's."""
    return [["day", "06:00"], ["swing", "14:00"], ["grave", "22:00"]]


class DropPolicy(models.Model):
    """How a room counts: its shifts, and which difference has to be explained. No guide names either."""

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="drop_policy")
    shifts = models.JSONField(default=usual_shifts, help_text="Pairs of name and first hour.")
    threshold = models.BigIntegerField(
        default=2500,
        validators=[MinValueValidator(0)],
        help_text="A difference above this is explained before the count closes; smallest unit.",
    )

    class Meta:
        verbose_name_plural = "drop policies"

    def __str__(self) -> str:
        return f"Drop of {self.room}"


class Box(models.Model):
    """A drop box that was taken from its table. What the log says of it lies between the box before and this one."""

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="drop_boxes")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="drop_boxes")
    previous = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="following"
    )
    number = models.CharField(max_length=12, help_text="As it is written on the box.")
    day = models.DateField(help_text="On which the shift began.")
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=120, blank=True, help_text="As the plaque named it then.")
    chips = models.JSONField(help_text="Denominations that are counted, smallest unit.")
    taken_at = models.DateTimeField()
    taken_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="boxes_taken")

    class Meta:
        ordering = ("taken_at", "id")
        default_permissions = ("view",)
        permissions = [
            ("count_box", "Can take and count drop boxes"),
            ("correct_box", "Can correct a count that is closed"),
        ]
        indexes = [models.Index(fields=["room", "day", "shift"], name="boxes_of_a_shift")]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(previous=None), name="one_first_box_a_table"
            )
        ]

    def __str__(self) -> str:
        return f"Box {self.number} of {self.table}"


class Count(models.Model):
    """What one agent counted, not having seen the other's count. pieces: pairs of denomination and number."""

    box = models.ForeignKey(Box, on_delete=models.PROTECT, related_name="counts")
    round = models.PositiveSmallIntegerField(help_text="The second round follows unequal counts.")
    place = models.PositiveSmallIntegerField(help_text="First or second of its round.")
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="box_counts")
    pieces = models.JSONField()
    total = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("round", "place")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["box", "round", "place"], name="two_counts_a_round"),
            models.UniqueConstraint(fields=["box", "round", "by"], name="one_count_a_person"),
        ]

    def __str__(self) -> str:
        return f"Count {self.round}.{self.place} of {self.box}"


class Result(models.Model):
    """What a box came to, or a later record that corrects one, named in `about`.

    round: of the equal counts, 0 for a correction; rake, jackpot and time: what the log says was dropped; difference:
    counted less logged; threshold: the room's, at that time.
    """

    box = models.ForeignKey(Box, on_delete=models.PROTECT, related_name="results")
    about = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="correction"
    )
    round = models.PositiveSmallIntegerField()
    pieces = models.JSONField()
    total = models.BigIntegerField()
    rake = models.BigIntegerField()
    jackpot = models.BigIntegerField()
    time = models.BigIntegerField()
    difference = models.BigIntegerField()
    threshold = models.BigIntegerField()
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="box_results")
    at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["box"], condition=Q(about=None), name="a_box_closes_once"
            )
        ]

    def __str__(self) -> str:
        return f"Result of {self.box}"

    @property
    def logged(self) -> int:
        """What the log says lay in the box."""
        return self.rake + self.jackpot + self.time

    @property
    def large(self) -> bool:
        """Whether the difference had to be explained."""
        return abs(self.difference) > self.threshold


def policy_of(room: Room) -> DropPolicy:
    """How the room counts; the usual way where nobody chose one."""
    found: Any = DropPolicy.objects.filter(room=room).first()
    return found or DropPolicy(room=room)
