"""Chairs that are locked up: kept for somebody or a reason for some minutes, whoever fills chairs."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import uuid4

from journal import beside
from journal.beside import Log
from players.roster import player_said
from poker import events as e
from poker.commands import LockSeat, UnlockSeat
from poker.events import Event
from poker.refusal import Refusal
from poker.state import Table as State
from tables import watching
from tables.actions import Result, durably, execute, execute_inside_transaction
from tables.chairs import keeping
from tables.lists.asking import lists_held, lists_made
from tables.models import SeatLock, Table
from tables.watching import Stored

LONGEST = 12 * 60  # minutes
# After these another chair may be locked up than before.
KINDS: tuple[type[Event], ...] = (
    e.SeatLocked,
    e.SeatUnlocked,
    e.SeatTaken,
    e.SeatChanged,
    e.Undone,
)


def begin() -> None:
    """Keep rows for the clock from now on, and let them be compared with the tables and made anew."""
    watching.watch(KINDS, keep)
    beside.keep(beside.Beside("table.", _compare, _renew))


def keep(stored: Stored) -> None:
    """The rows of a table as its chairs are after what was stored, an undo included."""
    if not any(isinstance(event, KINDS) for event in stored.events):
        return
    wanted = _locked(stored.table)
    rows = {row.seat: row for row in SeatLock.objects.filter(table=stored.table_id)}
    for seat, row in rows.items():
        if wanted.get(seat) != row.until:
            row.delete()
    for seat, until in wanted.items():
        if seat not in rows or rows[seat].until != until:
            SeatLock.objects.create(table_id=stored.table_id, seat=seat, until=until)


def _locked(table: State) -> Mapping[int, int]:
    return {seat.number: seat.lock.until for seat in table.seats if seat.lock and not seat.taken}


def _of_picture(table_id: int) -> dict[int, int]:
    table = Table.objects.select_related("stream").filter(pk=table_id).first()
    seats = table.view.get("seats", ()) if table else ()  # a log is checked without its table, too
    empty = [seat for seat in seats if not seat["player"]]
    return {seat["seat"]: seat["lock"]["until"] for seat in empty if seat.get("lock")}


def _compare(log: Log) -> str:
    rows = dict(SeatLock.objects.filter(table=log.pk).values_list("seat", "until"))
    wrong = set(rows.items()) ^ set(_of_picture(log.pk).items())
    return f"chairs that are locked up: {len(wrong)} are not what the table says" if wrong else ""


def _renew(log: Log) -> None:
    SeatLock.objects.filter(table=log.pk).delete()
    SeatLock.objects.bulk_create(
        SeatLock(table_id=log.pk, seat=seat, until=until)
        for seat, until in _of_picture(log.pk).items()
    )


def seat_lock(
    *,
    table: Table,
    seat: int,
    who: str,
    reason: str,
    minutes: int | None,
    command_id: str,
    actor: str,
    now: datetime,
) -> Result:
    """Lock an empty chair up, for the room's minutes where none are said; `who` is a card number or an alias.

    Refuses `lock_minutes`, `seat_promised` for a chair that a list keeps, and what the table refuses.
    """
    length = table.room.lock_minutes if minutes is None else minutes
    if not 1 <= length <= LONGEST:
        raise Refusal("lock_minutes", "S-013", minutes=length, longest=LONGEST)
    lists_id = lists_made(table.room_id)

    def work() -> Result:
        held = keeping(lists_held(lists_id))  # before the table, as everybody does
        if kept := held.get((table.name, seat)):
            raise Refusal("seat_promised", "S-013", table=table.name, seat=seat, name=kept.name)
        player = player_said(who) if who.strip() else None
        until = int((now + timedelta(minutes=length)).timestamp() * 1000)
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

    return durably(table_id=table.pk, command_id=command_id, work=work)


def seat_unlock(*, table: Table, seat: int, command_id: str, actor: str, now: datetime) -> Result:
    """Open a chair again before its time is over."""
    return execute(
        table_id=table.pk,
        command_id=command_id,
        seen=None,
        command=UnlockSeat(seat),
        actor=actor,
        now=now,
    )


def locks_lapse(*, actor: str, now: datetime, room_id: int | None = None) -> int:
    """Open the chairs whose time is over; how many. Asks the database, so that a closed room catches up.

    room_id: of that room alone, whose own time `now` is; else of all rooms in which it is as late as here.
    """
    over = SeatLock.objects.filter(until__lte=int(now.timestamp() * 1000)).order_by("pk")
    here = {"table__room": room_id} if room_id else {"table__room__own_time": False}
    over = over.filter(**here)
    opened = 0
    for table_id, seat in list(over.values_list("table_id", "seat")):
        try:
            execute(
                table_id=table_id,
                command_id=str(uuid4()),
                seen=None,
                command=UnlockSeat(seat, lapsed=True),
                actor=actor,
                now=now,
            )
            opened += 1
        except Refusal:  # somebody was quicker
            continue
    return opened
