"""Visits beside the logs: who is in the room, where he sat and what he bought; a picture of what the logs say."""

from django.db import models

from players.models import Player
from tables.models.rooms import Room, Table


class Visit(models.Model):
    """One stay in the room, from check-in to check-out; a seat that is given checks in by itself."""

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


class Sitting(models.Model):
    """One seat from `seat.taken` to `seat.left`; the numbers are of the table's log."""

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
        indexes = [models.Index(fields=["table", "seat", "left"], name="sitting_now")]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.seat}"


class Movement(models.Model):
    """Chips that came to a seat or left it before its player did, in the smallest unit."""

    class Kind(models.TextChoices):
        """What for."""

        BUY_IN = "buy_in", "Buy-in"
        BROUGHT = "brought", "Brought along"
        ADD_ON = "add_on", "Chips bought"
        TAKEN_OFF = "taken_off", "Taken off"

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="movements")
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
