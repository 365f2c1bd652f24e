"""The drop policy, and drop boxes, counts and results. The last three are append-only."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q

from staff.models import Room, Staff
from tables.models.rooms import Table


def usual_shifts() -> list[list[str]]:
    """Return the day, swing and grave shifts with their first hours. These are a house choice; no guide sets them."""
    return [["day", "06:00"], ["swing", "14:00"], ["grave", "22:00"]]


class DropPolicy(models.Model):
    """A room's drop policy: its shifts, and the difference that needs an explanation. Both are house choices."""

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="drop_policy")
    shifts = models.JSONField(default=usual_shifts, help_text="Name and start hour of each shift.")
    threshold = models.BigIntegerField(
        default=2500,
        validators=[MinValueValidator(0)],
        help_text="A variance above this must be explained before the count closes; in the smallest unit.",
    )

    own_boxes = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Each kind of fee has a box of its own at the table: rake, jackpot, time.",
    )

    class Meta:
        app_label = "tables"  # the prefix of its name in the database and in permissions
        verbose_name_plural = "drop policies"

    def __str__(self) -> str:
        return f"Drop of {self.room}"


class DropBox(models.Model):
    """A drop box pulled from its table.

    Its logged drop is what the log has between the last box for the same fees and this one. previous: the last box of
    the same kind.
    """

    class Kind(models.TextChoices):
        """The fee that a box is for, in a room with a box for each kind of fee."""

        RAKE = "rake", "rake"
        JACKPOT = "jackpot", "jackpot"
        TIME = "time", "time"

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="drop_boxes")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="drop_boxes")
    previous = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="following"
    )
    number = models.CharField(max_length=12, help_text="As marked on the box.")
    day = models.DateField(help_text="Day the shift began.")
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=120, blank=True, help_text="As on the plaque at the time.")
    # None: for all fees. A null column can be added without rewriting the table.
    kind = models.CharField(max_length=10, choices=Kind.choices, null=True)
    chips = models.JSONField(help_text="Denominations counted, in the smallest unit.")
    taken_at = models.DateTimeField()
    taken_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="boxes_taken")

    class Meta:
        app_label = "tables"  # the prefix of its name in the database and in permissions
        ordering = ("taken_at", "id")
        default_permissions = ("view",)
        permissions = [
            ("count_box", "Can pull and count drop boxes"),
            ("correct_box", "Can correct a closed count"),
        ]
        indexes = [models.Index(fields=["room", "day", "shift"], name="boxes_of_a_shift")]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(previous=None, kind=None),
                name="one_first_box_a_table",
            ),
            models.UniqueConstraint(
                fields=["table", "kind"],
                condition=Q(previous=None),
                name="one_first_box_a_fee",
            ),
        ]

    def __str__(self) -> str:
        return f"Box {self.number} of {self.table}"


class DropCount(models.Model):
    """One agent's blind count."""

    box = models.ForeignKey(DropBox, on_delete=models.PROTECT, related_name="counts")
    round = models.PositiveSmallIntegerField(help_text="Round 2 follows counts that didn't match.")
    place = models.PositiveSmallIntegerField(help_text="First or second of its round.")
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="box_counts")
    pieces = models.JSONField()  # pairs of a denomination and a number of chips
    total = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        app_label = "tables"  # the prefix of its name in the database and in permissions
        ordering = ("round", "place")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["box", "round", "place"], name="two_counts_a_round"),
            models.UniqueConstraint(fields=["box", "round", "by"], name="one_count_a_person"),
        ]

    def __str__(self) -> str:
        return f"Count {self.round}.{self.place} of {self.box}"


class DropResult(models.Model):
    """The result of a box, or a later record that corrects the result in `about`."""

    box = models.ForeignKey(DropBox, on_delete=models.PROTECT, related_name="results")
    about = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="correction"
    )
    round = models.PositiveSmallIntegerField()  # the round of the equal counts, 0 for a correction
    pieces = models.JSONField()
    total = models.BigIntegerField()
    rake = models.BigIntegerField()  # rake, jackpot, time and buy-ins add up to the logged drop
    jackpot = models.BigIntegerField()
    time = models.BigIntegerField()
    # Cash at house-banked tables. A null column can be added without rewriting the table, which
    # would lose its triggers.
    buy_ins = models.BigIntegerField(null=True)
    difference = models.BigIntegerField()  # counted minus logged
    threshold = models.BigIntegerField()  # the room's threshold at that time
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="box_results")
    at = models.DateTimeField()

    class Meta:
        app_label = "tables"  # the prefix of its name in the database and in permissions
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
        """Return the logged drop of the box."""
        return self.rake + self.jackpot + self.time + (self.buy_ins or 0)

    @property
    def large(self) -> bool:
        """Return whether the difference needed an explanation."""
        return abs(self.difference) > self.threshold


def policy_of(room: Room) -> DropPolicy:
    """Return the room's drop policy, or the default policy."""
    row = DropPolicy.objects.filter(room=room).first()
    return row or DropPolicy(room=room)
