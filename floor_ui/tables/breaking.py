"""The page for breaking a table: its players, receiving tables, separations, and the seat draw."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Annotated
from uuid import uuid4

from poker.codec import decode_state
from poker.formatting import money
from poker.refusal import Refusal
from staff.keys import aliases
from tables.game_keys import waitlist_key_of
from tables.models import Table
from tables.natural_order import natural_order
from waitlist.actions import load_waitlists
from waitlist.breaking import BreakRequest, SeparationCheck
from waitlist.history import broken_last
from waitlist.resolve import free_seats
from waitlist.rules.codec import decode_event
from waitlist.rules.events import TableBroken
from web.posted import Flag, Posted, Verbatim, amount, command_id, every, keyed, optional, text

BREAK_REASONS = ("Too few players", "Room closing", "Consolidating tables", "Short of dealers")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPlayer:
    key: str
    name: str
    seat: int
    chips: str  # "" if no tablet tracks them


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivingTable:
    """A table of the same game, with its open seats."""

    name: str
    open_seats: tuple[int, ...]
    taken: int
    is_checked: bool


class BreakPage:
    """The page for breaking a table. ticked: the tables chosen to receive the players."""

    def __init__(self, table: Table, now: datetime, ticked: list[str] | None = None) -> None:
        self.table = table
        self.now = now
        self.state = decode_state(bytes(table.stream.state))
        self.lists = load_waitlists(table.room_id)
        self.command_id = str(uuid4())
        self.players = [
            SeatedPlayer(
                key=seat.player,
                name=seat.name,
                seat=seat.number,
                chips=money(seat.stack) if seat.stack is not None else "",
            )
            for seat in self.state.seats
            if seat.taken
        ]
        self.receiving_tables = [self._receiving_table(table, ticked) for table in self._others]

    @property
    def playing(self) -> bool:
        return self.state.hand is not None

    @property
    def open_seats(self) -> int:
        return sum(
            len(receiving_table.open_seats)
            for receiving_table in self.receiving_tables
            if receiving_table.is_checked
        )

    @property
    def unseated(self) -> int:
        """Return how many players get no seat."""
        return max(len(self.players) - self.open_seats, 0)

    @property
    def reasons(self) -> tuple[str, ...]:
        return BREAK_REASONS

    @cached_property
    def separations(self) -> list[tuple[str, str, str]]:
        """Return the players who must be kept apart: both names and the table of the second (S-016)."""
        ticked = {
            receiving_table.name
            for receiving_table in self.receiving_tables
            if receiving_table.is_checked
        }
        return SeparationCheck(
            self.table,
            [receiving_table for receiving_table in self._others if receiving_table.name in ticked],
        ).pairs()

    @cached_property
    def last_draw(self) -> tuple[TableBroken, datetime] | None:
        entry = broken_last(self.table)
        if entry is None:
            return None
        event = decode_event(entry.name, entry.version, entry.data)
        assert isinstance(event, TableBroken)
        return event, entry.at

    @property
    def drawn_by(self) -> str:
        entry = broken_last(self.table)
        return aliases([entry.actor]).get(entry.actor, entry.actor) if entry else ""

    @cached_property
    def _others(self) -> list[Table]:
        rows = Table.objects.select_related("stream", "plaque").filter(room=self.table.room_id)
        game = waitlist_key_of(self.table)
        tables = sorted(rows.exclude(pk=self.table.pk), key=lambda row: natural_order(row.name))
        return [table for table in tables if table.is_open and waitlist_key_of(table) == game]

    def _receiving_table(self, table: Table, ticked: list[str] | None) -> ReceivingTable:
        seats = tuple(free_seats(table, self.lists, self.now))
        taken = sum(1 for seat in table.listed.seats if seat.player)
        tick = table.name in ticked if ticked is not None else bool(seats)
        return ReceivingTable(name=table.name, open_seats=seats, taken=taken, is_checked=tick)


class BreakForm(Posted):
    """The form for breaking a table. to: the receiving tables; stake: each player's chips, by key."""

    reason: Verbatim
    written: Verbatim
    stake: Annotated[dict[str, int | None], keyed(optional(amount(least=0)))]
    to: Annotated[list[str], every(text(strip=False))]
    together: Flag
    command: Annotated[str, command_id(40)]

    def breaking(self, table: Table) -> BreakRequest:
        """Return the request. Raises `Refusal`: `no_break_reason`."""
        reason = " ".join((self.written or self.reason).split())[:200]
        if not reason:
            raise Refusal("no_break_reason", "S-003", table=table.name)
        return BreakRequest(
            table=table.name,
            to=tuple(dict.fromkeys(self.to)),
            reason=reason,
            stakes={key: cents for key, cents in self.stake.items() if cents is not None},
            together=self.together,
        )
