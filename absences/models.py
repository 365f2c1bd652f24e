"""A room's limits for absences, the players who are away, and the stacks that the floor picked up."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from players.identity import surviving_player
from players.models import Player
from staff.models import Room, Staff
from tables.models import Table

LONGEST = 12 * 60  # minutes


class AbsencePolicy(models.Model):
    """A room's limits (H-53). No guide sets limits, so all are off until a room sets them."""

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="absence_policy")
    minutes = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(LONGEST)],
        help_text="Minutes a player may be away. 0: no limit.",
    )
    reported_minutes = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(LONGEST)],
        help_text="Minutes for an absence reported to the floor, such as a meal. 0: no limit.",
    )
    big_blinds = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(20)],
        help_text="Big blinds that may go by an absent player. 0: no limit.",
    )
    walkers = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(9)],
        help_text="3: the third player away at once must be back sooner. 0: no walking rule.",
    )
    walker_minutes = models.PositiveSmallIntegerField(
        default=10,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST)],
        help_text="Minutes that this player has.",
    )
    walkers_if_waiting = models.BooleanField(
        default=True, help_text="The walking rule holds only while players wait for the game."
    )

    class Meta:
        verbose_name_plural = "absence policies"

    def __str__(self) -> str:
        return f"Absences in {self.room}"


class AwayPlayer(models.Model):
    """A player who is away from a seat; a projection of the table's log.

    limit_passed: the floor was notified that a limit is reached. It is not part of the log.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="away_players")
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=40, help_text="The key that the log has.")
    since = models.BigIntegerField(help_text="Unix milliseconds.")
    reported = models.BooleanField(default=False)
    others_away = models.PositiveSmallIntegerField(default=0)
    passed_by = models.PositiveIntegerField(default=0)
    limit_passed = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="away_once_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.seat}"


class PickedUpStack(models.Model):
    """An absent player's chips that the floor picked up; a projection of the table's log. An undo deletes the row."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="picked_up_stacks")
    seq = models.BigIntegerField(help_text="The entry of the table's log.")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="picked_up_stacks")
    amount = models.BigIntegerField(help_text="As counted, in the smallest unit.")
    logged = models.BigIntegerField(null=True, help_text="The stack in the log, if it was counted.")
    reason = models.CharField(max_length=20)
    at = models.DateTimeField(db_index=True)
    by = models.CharField(max_length=100, help_text="As the log names people.")

    class Meta:
        default_permissions = ()
        ordering = ("-at", "-pk")
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="picked_up_once_an_entry"),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """The number on the slip: the table's log, and the entry in it."""
        return f"{self.table_id}-{self.seq}"

    @property
    def owner(self) -> Player:
        """The player who owns the chips; after a merger, the surviving player."""
        return surviving_player(self.player)


class ReturnedStack(models.Model):
    """A picked-up stack that a player collected. Append-only. It refers to the log's entry, as its slip does."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="returned_stacks")
    seq = models.BigIntegerField(help_text="The entry that picked the stack up.")
    at = models.DateTimeField()
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="returned_stacks")

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="returned_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}-{self.seq} returned"


def limits_row(room_id: int) -> AbsencePolicy:
    """Return the room's limits as a row, or the default one."""
    row = AbsencePolicy.objects.filter(room=room_id).first()
    return row or AbsencePolicy(room_id=room_id)
