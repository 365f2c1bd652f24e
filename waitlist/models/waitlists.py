"""The log of a room's waitlists, and its projections for fast queries."""

from django.db import models

from journal.models import Stream
from staff.models import Room
from tables.models.rooms import Table


class RoomWaitlistLog(models.Model):
    """All waitlists of one room, as a log; its snapshot is their current state."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="lists"
    )
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="lists")

    class Meta:
        app_label = "tables"  # its name in the database
        default_permissions = ()
        permissions = [("keep_lists", "Can run the waitlist")]

    def __str__(self) -> str:
        return f"Lists of {self.room}"


class WaitlistChange(models.Model):
    """One change of a waitlist entry; a projection with one row per log entry and waitlist entry.

    `before` and `to` are positions from 1; 0 means not on the list.
    """

    lists = models.ForeignKey(RoomWaitlistLog, on_delete=models.CASCADE, related_name="changes")
    seq = models.BigIntegerField(help_text="The entry of the log.")
    key = models.CharField(max_length=40, help_text="Of the list.")
    title = models.CharField(max_length=60)
    number = models.BigIntegerField(help_text="Of the name, in this room.")
    name = models.CharField(max_length=40)
    token = models.CharField(max_length=40, blank=True, db_index=True)
    event = models.CharField(max_length=40)
    before = models.PositiveIntegerField()
    to = models.PositiveIntegerField()
    ahead = models.PositiveIntegerField(default=0, help_text="Names skipped.")
    table = models.CharField(max_length=40, blank=True)
    seat = models.PositiveSmallIntegerField(default=0)
    waited = models.BigIntegerField(
        default=0, help_text="Milliseconds, for players who were seated."
    )
    quoted_wait = models.PositiveIntegerField(
        null=True,
        help_text="Wait quoted at sign-up, in minutes, for players who were seated.",
    )
    reason = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=100, help_text="As the log names people.")
    at = models.DateTimeField()

    class Meta:
        app_label = "tables"  # its name in the database
        default_permissions = ()
        ordering = ("-seq",)
        constraints = [
            models.UniqueConstraint(fields=["lists", "seq", "number"], name="list_change_once")
        ]
        indexes = [
            models.Index(fields=["lists", "key", "-seq"], name="list_change_of_list"),
            models.Index(fields=["lists", "number", "seq"], name="list_change_of_name"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.name}: {self.event}"


class Departure(models.Model):
    """A player left a seat. Waits are estimated from these rows; an undo deletes its rows.

    closing: the entry that closed the table soon after, with the seat still empty: no seat opened in the game.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="freed")
    seq = models.BigIntegerField(help_text="The entry of the table's log.")
    seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField(db_index=True)
    closing = models.BigIntegerField(null=True)

    class Meta:
        app_label = "tables"  # its name in the database
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="freed_seat_once")]

    def __str__(self) -> str:
        return f"{self.table} seat {self.seat}"
