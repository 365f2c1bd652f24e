"""Visits, seat sessions and chip movements; projections of the tables' logs."""

from django.db import models

from players.models import Player
from staff.models import Room
from tables.models.rooms import Table


class Visit(models.Model):
    """One stay in the room, from check-in to check-out. Seating a player checks them in."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="visits")
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="visits")
    in_at = models.DateTimeField()
    in_by = models.CharField(max_length=40, help_text="As the log names people.")
    out_at = models.DateTimeField(null=True)
    out_by = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("-in_at", "-id")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(out_at=None), name="one_visit_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"Visit of {self.player}"


class SeatSession(models.Model):
    """One seat session, from `seat.taken` to `seat.left`; the numbers are entries of the table's log."""

    visit = models.ForeignKey(Visit, on_delete=models.PROTECT, related_name="sittings")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sittings")
    seat = models.PositiveSmallIntegerField()
    taken = models.BigIntegerField(help_text="The entry of the log.")
    taken_at = models.DateTimeField()
    left = models.BigIntegerField(null=True)
    left_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("taken_at", "id")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["table", "taken"], name="one_sitting_an_entry")
        ]
        indexes = [
            models.Index(fields=["table", "seat", "left"], name="sitting_now"),
            models.Index(fields=["table", "seat", "visit"], name="sitting_ever"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.seat}"


class ChipMovement(models.Model):
    """Chips added at a seat, or removed before its player left, in cents."""

    class Kind(models.TextChoices):
        BUY_IN = "buy_in", "Buy-in"
        BROUGHT = "brought", "Brought from another table"
        ADD_ON = "add_on", "Add-on"
        TAKEN_OFF = "taken_off", "Taken off the table"
        LEFT_WITH = "left_with", "Left with"

    sitting = models.ForeignKey(SeatSession, on_delete=models.CASCADE, related_name="movements")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    amount = models.BigIntegerField()
    seq = models.BigIntegerField(help_text="The entry of the log.")
    at = models.DateTimeField()
    by = models.CharField(max_length=100, help_text="As the log names people.")
    reason = models.CharField(max_length=250, blank=True)

    class Meta:
        ordering = ("at", "seq")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.amount}"
