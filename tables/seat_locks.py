"""Lock-ups: seats that the floor holds for a player or a reason, for some minutes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from journal.projections import RowTable, StateProjection
from journal.unix_time import milliseconds
from players.roster import player_by_card_or_alias
from poker import events as e
from poker.commands import LockSeat, UnlockSeat
from poker.events import Event
from poker.refusal import Refusal
from poker.state import Table as State
from tables.actions import TABLE, CommandResult, execute, execute_inside_transaction
from tables.models import SeatLock, Table

MAX_LOCK_MINUTES = 12 * 60  # minutes
# Events after which a table's lock-ups may differ.
EVENTS: tuple[type[Event], ...] = (
    e.SeatLocked,
    e.SeatUnlocked,
    e.SeatTaken,
    e.SeatChanged,
    e.SeatCountChanged,
    e.Undone,
)


@dataclass(frozen=True, slots=True)
class LockRow:
    """A lock-up of an empty seat; until: in Unix milliseconds."""

    seat: int
    until: int


def _rows_of(table: State) -> Iterator[LockRow]:
    for seat in table.seats:
        if seat.lock and not seat.taken:
            yield LockRow(seat.number, seat.lock.until)


PROJECTION = StateProjection(
    title="seat lock-ups",
    events=EVENTS,
    tables=(RowTable(LockRow, SeatLock, log="table_id", key=("seat",)),),
    has_owner=lambda table_id: Table.objects.filter(pk=table_id).exists(),
    rows_of=_rows_of,
)


def seat_lock(
    *,
    table: Table,
    seat: int,
    name: str,
    reason: str,
    minutes: int | None,
    command_id: str,
    actor: str,
    now: datetime,
) -> CommandResult:
    """Lock up an empty seat; without `minutes`, for the room's default time. `name` is a card number or an alias.

    Raises `Refusal`: `lock_minutes`, `seat_promised` for a seat that a waitlist reserves, and what
    the table refuses.
    """
    length = table.room.lock_minutes if minutes is None else minutes
    if not 1 <= length <= MAX_LOCK_MINUTES:
        raise Refusal("lock_minutes", "S-013", minutes=length, longest=MAX_LOCK_MINUTES)

    def work() -> CommandResult:
        TABLE.lock_for(table.pk, LockSeat)  # before the registry stores a new player
        player = player_by_card_or_alias(name) if name.strip() else None
        until = milliseconds(now + timedelta(minutes=length))
        return execute_inside_transaction(
            table_id=table.pk,
            command_id=command_id,
            seen=None,
            command=LockSeat(
                seat=seat,
                until=until,
                player=player.key if player else "",
                name=player.alias if player else "",
                reason=reason,
            ),
            actor=actor,
            now=now,
        )

    return TABLE.durably(table.pk, command_id, work)


def seat_unlock(
    *, table: Table, seat: int, command_id: str, actor: str, now: datetime
) -> CommandResult:
    """Unlock a seat before its time is up."""
    return execute(
        table_id=table.pk,
        command_id=command_id,
        seen=None,
        command=UnlockSeat(seat),
        actor=actor,
        now=now,
    )


def locks_expire(*, actor: str, now: datetime, room_id: int | None = None) -> int:
    """Unlock the seats whose time is up; return how many.

    Reads the database, so that a restarted server catches up. With `room_id`, only in that room, by its own time `now`;
    otherwise in all rooms by the server's time.
    """
    expired = SeatLock.objects.filter(until__lte=milliseconds(now)).order_by("pk")
    rooms = {"table__room": room_id} if room_id else {"table__room__own_time": False}
    expired = expired.filter(**rooms)
    unlocked = 0
    for table_id, seat in list(expired.values_list("table_id", "seat")):
        try:
            execute(
                table_id=table_id,
                command_id=str(uuid4()),
                seen=None,
                command=UnlockSeat(seat, lapsed=True),
                actor=actor,
                now=now,
            )
            unlocked += 1
        except Refusal:  # unlocked or taken concurrently
            continue
    return unlocked
