"""A room's waiting lists are a log; beside it, rows for what screens ask quickly."""

from django.db import models

from journal.models import Stream
from tables.models.rooms import Room, Table


class RoomLists(models.Model):
    """All lists of one room: their log, whose picture is what stands now."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="lists"
    )
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="lists")

    class Meta:
        default_permissions = ()
        permissions = [("keep_lists", "Can keep the waiting lists")]

    def __str__(self) -> str:
        return f"Lists of {self.room}"


class ListChange(models.Model):
    """What happened to one name, with its place before and after; a picture of the log, one row an entry.

    before and to: places from 1; 0 where the name was not on the list before, or is not any more.
    """

    lists = models.ForeignKey(RoomLists, on_delete=models.CASCADE, related_name="changes")
    seq = models.BigIntegerField(help_text="The entry of the log.")
    key = models.CharField(max_length=40, help_text="Of the list.")
    title = models.CharField(max_length=60)
    number = models.BigIntegerField(help_text="Of the name, in this room.")
    name = models.CharField(max_length=40)
    token = models.CharField(max_length=40, blank=True, db_index=True)
    event = models.CharField(max_length=40)
    before = models.PositiveIntegerField()
    to = models.PositiveIntegerField()
    ahead = models.PositiveIntegerField(default=0, help_text="Names that were passed over.")
    table = models.CharField(max_length=40, blank=True)
    seat = models.PositiveSmallIntegerField(default=0)
    waited = models.BigIntegerField(default=0, help_text="Milliseconds, of whoever was seated.")
    told = models.PositiveIntegerField(
        null=True,
        help_text="Minutes that were told when the name was put down, of whoever was seated.",
    )
    reason = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=100, help_text="As the log names people.")
    at = models.DateTimeField()

    class Meta:
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


class FreedSeat(models.Model):
    """A player left a chair: what waits are estimated from. What was undone is away again."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="freed")
    seq = models.BigIntegerField(help_text="The entry of the table's log.")
    seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="freed_seat_once")]

    def __str__(self) -> str:
        return f"{self.table} seat {self.seat}"
