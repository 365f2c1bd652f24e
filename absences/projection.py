"""Who is away and which stacks the floor picked up: projections of a table's log."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import Q

from absences.models import AwayPlayer, PickedUpStack, ReturnedStack
from journal.projections import (
    Change,
    Logged,
    Projection,
    Rows,
    RowTable,
    StateProjection,
    entry_numbers,
)
from players.roster import player_known
from poker import events as e
from poker.events import Event
from poker.refusal import Refusal
from poker.state import Table as State
from tables.models import Table
from tables.seat_sessions import PlayerNumber
from tables.stored_commands import StoredAtTable
from web.floor_screens import notify_floor


@dataclass(frozen=True, slots=True)
class AwayRow:
    """A player who is away. A new absence is a new row.

    since: in Unix milliseconds.
    """

    seat: int
    player: str
    since: int
    reported: bool
    others_away: int
    passed_by: int


@dataclass(frozen=True, slots=True)
class StackRow:
    """A picked-up stack.

    player: after a merger, the surviving player.
    """

    seq: int
    seat: int
    player_id: int
    amount: int
    logged: int | None
    reason: str
    at: datetime
    by: str


def _away_rows(table: State) -> Iterator[AwayRow]:
    for seat in table.seats:
        if seat.player and seat.away:
            yield AwayRow(
                seat.number, seat.player, seat.away_at, seat.long, seat.others_away, seat.passed_by
            )


def _may_change_away(event: Event) -> bool:
    if isinstance(event, e.ButtonMoved):
        return event.missed_big != ()
    return True


AWAY = StateProjection(
    title="players away",
    events=(
        e.SeatSatOut,
        e.SeatReturned,
        e.SeatLeft,
        e.SeatTaken,
        e.SeatChanged,
        e.SeatCountChanged,
        e.ButtonMoved,
        e.Undone,
    ),
    is_relevant=_may_change_away,
    tables=(RowTable(AwayRow, AwayPlayer, log="table_id", key=("seat", "player", "since")),),
    has_owner=lambda table_id: Table.objects.filter(pk=table_id).exists(),
    rows_of=_away_rows,
)


def notify(stored: StoredAtTable) -> None:
    """Refresh the floor's pages when someone goes away, returns or leaves."""
    if any(_is_shown(event) for event in stored.events):
        notify_floor(room_id=stored.room_id, table_id=stored.stream_id)


NOTIFIED: tuple[type[Event], ...] = (e.SeatSatOut, e.SeatReturned, e.SeatLeft, e.Undone)
UNDONE = ("sit_out", "sit_in", "leave_seat")


def _is_shown(event: Event) -> bool:
    if isinstance(event, e.Undone):
        return event.done.name in UNDONE
    return isinstance(event, NOTIFIED)


def refuse_returned_stacks(stored: StoredAtTable) -> None:
    """Refuse to undo the pick-up of a stack that its player has collected. Raises `Refusal`: `stack_returned`."""
    for event in stored.events:
        if not isinstance(event, e.Undone):
            continue
        numbers = entry_numbers(stored.stream_id, event.command)
        stacks = PickedUpStack.objects.filter(table=stored.stream_id, seq__in=numbers)
        # Locked first, because a return that is being recorded holds the row.
        picked_up = [stack.seq for stack in stacks.select_for_update()]
        if ReturnedStack.objects.filter(table=stored.stream_id, seq__in=picked_up).exists():
            raise Refusal("stack_returned", "H-53")


def _reduce_stacks(rows: Rows, logged: Logged, *, player_number: PlayerNumber) -> Iterable[Change]:
    """Add each picked-up stack of a registered player; an undo removes those of its command."""
    event = logged.event
    if isinstance(event, e.Undone):
        stacks = (rows.get(StackRow, number) for number in logged.entries_of(event.command))
        return [(stack, None) for stack in stacks if stack is not None]
    player = player_number(event.player)
    if player is None:  # the player of a recorded hand is not on file
        return ()
    stack = StackRow(
        logged.seq,
        event.seat,
        player,
        event.amount,
        event.logged,
        event.reason,
        logged.at,
        logged.actor,
    )
    return [(None, stack)]


class StackTable(RowTable[StackRow]):
    """Picked-up stacks; merged players are replaced by the surviving player."""

    def read(self, log_id: int, condition: Q) -> Iterable[StackRow]:
        rows = PickedUpStack.objects.filter(condition, table=log_id).select_related("player")
        for row in rows:
            yield StackRow(
                row.seq,
                row.seat,
                row.player.merged_into_id or row.player_id,
                row.amount,
                row.logged,
                row.reason,
                row.at,
                row.by,
            )


def _load_stacks(stored: StoredAtTable) -> Mapping[type, Q]:
    numbers = [
        number
        for event in stored.events
        if isinstance(event, e.Undone)
        for number in entry_numbers(stored.stream_id, event.command)
    ]
    return {StackRow: Q(seq__in=numbers)} if numbers else {}


def _player_number(key: str) -> int | None:
    player = player_known(key)
    return None if player is None else player.pk


STACKS = Projection(
    title="picked-up stacks",
    events=(e.StackPickedUp, e.Undone),
    tables=(StackTable(StackRow, PickedUpStack, log="table_id", key=("seq",)),),
    has_owner=lambda table_id: Table.objects.filter(pk=table_id).exists(),
    reduce=partial(_reduce_stacks, player_number=_player_number),
    load=_load_stacks,
)
