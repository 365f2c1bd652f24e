"""The log of a room's hours, and what players earned and redeemed."""

from django.db import models

from journal.models import Stream
from players.models import Player
from staff.models import Room
from tables.models import SeatSession


class RoomHoursLog(models.Model):
    """The log of a room's rate card, rewards, redemptions and drawings."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="hours"
    )
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="hours")

    class Meta:
        default_permissions = ()
        permissions = [
            ("view_hours", "Can view players' hours"),
            ("redeem_hours", "Can redeem players' hours"),
            ("run_drawing", "Can run drawings"),
            ("plan_promotion", "Can plan promotions"),
        ]

    def __str__(self) -> str:
        return f"Hours of {self.room}"


class EarnedHours(models.Model):
    """What a closed seat session earned on one gaming day, in minutes; computed from the tables' logs.

    left: the entry that ended the session; a session whose end was undone earns nothing until it ends again. A session
    that earns nothing, of a tournament or of less than a minute, has one row with no minutes.
    """

    session = models.ForeignKey(SeatSession, on_delete=models.CASCADE, related_name="earned")
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="earned_hours")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="earned_hours")
    left = models.BigIntegerField()
    day = models.DateField(help_text="Gaming day.")
    game = models.CharField(max_length=120, help_text="As on the plaque.")
    played = models.PositiveIntegerField()
    counted = models.PositiveIntegerField()
    absent = models.PositiveIntegerField(default=0)
    capped = models.PositiveIntegerField(default=0)
    is_short = models.BooleanField(default=False)
    card = models.PositiveIntegerField(help_text="Version of the rate card.")

    class Meta:
        ordering = ("day", "pk")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["session", "day", "game"], name="hours_earned_once")
        ]
        indexes = [
            models.Index(fields=["player", "day"], name="earned_by_player"),
            models.Index(fields=["room", "day"], name="earned_on_day"),
        ]

    def __str__(self) -> str:
        return f"{self.counted} min of {self.player_id} on {self.day}"


class RedeemedHours(models.Model):
    """A redemption; a projection of the room's log of hours."""

    log = models.ForeignKey(RoomHoursLog, on_delete=models.CASCADE, related_name="redemptions")
    number = models.PositiveIntegerField()
    player = models.CharField(max_length=40, help_text="Key of the player.")
    title = models.CharField(max_length=80)
    minutes = models.PositiveIntegerField()
    value = models.BigIntegerField(help_text="In the smallest unit.")
    at = models.DateTimeField()
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ("log", "number")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["log", "number"], name="hours_redeemed_once")
        ]
        indexes = [models.Index(fields=["player"], name="redeemed_by_player")]

    def __str__(self) -> str:
        return f"Redemption {self.number} of {self.log_id}"


class DrawingSeed(models.Model):
    """The seed of a drawing, kept from its announcement until the draw reveals it."""

    hash = models.CharField(max_length=64, primary_key=True)
    seed = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.hash
