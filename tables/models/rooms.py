"""A table, and the seats locked up at it."""

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models

from journal.caches import TABLE_ROOMS
from journal.models import Stream
from poker import codec
from poker.games import MOST_SEATS
from poker.view import ListedView, TableView, read_listed, read_view, view
from staff.models import Room
from tables.models.plaques import Plaque


def state_view(stream: Stream) -> TableView:
    """Return the public view of a poker table's log; an empty one before the first entry."""
    return view(codec.decode_state(bytes(stream.state))) if stream.seq else TableView()


def room_id_of_table(table_id: int) -> int:
    """Return the room of a table. Raises `Table.DoesNotExist`."""
    room_id: int | None = TABLE_ROOMS.get(table_id)
    if room_id is None:
        room_id = TABLE_ROOMS[table_id] = Table.every.values_list("room_id", flat=True).get(
            pk=table_id
        )
    return room_id


class PokerTables(models.Manager["Table"]):
    """The tables with a poker game. Pages and reports of poker read only these."""

    def get_queryset(self) -> models.QuerySet["Table"]:
        return super().get_queryset().filter(kind=Table.Kind.POKER)


class Table(models.Model):
    """A table. Its primary key is that of its log, and its view is in the log's snapshot.

    `objects` are the poker tables. `every` also has house-banked ones, which share tablets, dealers, the map and floor
    calls with them, but not the log's rules.
    """

    class Kind(models.TextChoices):
        POKER = "poker", "Poker"
        BANKED = "banked", "House-banked"

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="table"
    )
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="tables")
    kind = models.CharField(
        max_length=10, choices=Kind.choices, default=Kind.POKER, editable=False, db_default="poker"
    )
    name = models.CharField(
        max_length=20,
        validators=[
            RegexValidator(
                r"^(?!\.+\Z)[^/\\?#%]+\Z",
                "A table's name is part of web addresses: not just periods, and no / \\ ? # or percent sign.",
            )
        ],
        help_text="As printed on the felt: T12. A projection of the table's log.",
    )
    seats = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(2), MaxValueValidator(MOST_SEATS)],
        help_text="Number of seats; a projection of the table's log.",
    )
    plaque = models.ForeignKey(
        Plaque,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tables",
        help_text="Plaque the table opens with (S-005).",
    )
    hand_plaque = models.ForeignKey(
        Plaque,
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
        help_text="Plaque of the hand in progress, while another one is posted for the next hand.",
    )

    objects = PokerTables()
    every = models.Manager["Table"]()

    class Meta:
        ordering = ("room", "name")
        base_manager_name = "every"
        constraints = [
            models.UniqueConstraint(fields=["room", "name"], name="table_name_once_in_a_room")
        ]
        permissions = [
            ("deal", "Can sign in at a tablet and deal"),
            ("supervise", "Can change the plaque and button at a tablet"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def view(self) -> TableView:
        """Return the public view, computed from the state; an empty one before the first entry of its log.

        Of a table with another kind of game it has the parts that every table has.
        """
        if self.kind != Table.Kind.POKER:
            return read_view(self.stream.view)
        return state_view(self.stream)

    @property
    def listed(self) -> ListedView:
        """Return the part of the view that is stored with the log, for lists of tables."""
        return read_listed(self.stream.view)

    @property
    def is_open(self) -> bool:
        return self.listed.table.open

    @property
    def deal_word(self) -> str:
        """Return what one deal is called at this table: a hand, or a round against the house."""
        return "hand" if self.kind == Table.Kind.POKER else "round"

    @property
    def plaque_in_force(self) -> Plaque | None:
        """Return the plaque that is dealt now. One posted during a hand takes effect with the next hand."""
        return self.hand_plaque if self.listed.next_game else self.plaque


class SeatLock(models.Model):
    """A seat that is locked up now, for the expiry task; a projection of the table's log."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="locks")
    seat = models.PositiveSmallIntegerField()
    until = models.BigIntegerField(db_index=True, help_text="Unix milliseconds.")

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="seat_lock_once")]

    def __str__(self) -> str:
        return f"{self.table} seat {self.seat}"
