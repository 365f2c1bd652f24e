"""Commands of API clients to a table: the tablet's taps, and seat lock-ups as on the floor's page."""

from datetime import datetime
from typing import Annotated

import msgspec

from api.schemas.tables import TableCommand
from dealer_ui.tablet_commands import Tap, TapTarget, table_command
from poker.refusal import Refusal
from tables.actions import CommandResult
from tables.models import Table
from tables.seat_locks import seat_lock, seat_unlock
from web.api.caller import Caller

DEALS = "tables.deal"
KEEPS = "tables.keep_lists"
Seat = Annotated[int, msgspec.Meta(ge=1, le=14)]


class LockSeatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Locks up a seat."""

    seat: Seat
    who: Annotated[str, msgspec.Meta(max_length=60)] = ""
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""
    minutes: Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None = None


class UnlockSeatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Unlocks a seat."""

    seat: Seat


def execute(table: Table, caller: Caller, command: TableCommand, now: datetime) -> CommandResult:
    """Execute the command with the same permission checks as on the pages. Stores nothing if it raises `Refusal`."""
    if command.name in ("lock_seat", "unlock_seat"):
        caller.must_be_able(KEEPS)
        return _chair(table, caller, command, now)
    caller.must_be_able(*((DEALS, KEEPS) if command.name == "seat_player" else (DEALS,)))
    tap = Tap(
        command_id=str(command.id), seen=command.seen, name=command.name, args=command.args, now=now
    )
    return table_command(target=TapTarget(table), tap_actor=caller, tap=tap)


def _chair(table: Table, caller: Caller, command: TableCommand, now: datetime) -> CommandResult:
    try:
        if command.name == "unlock_seat":
            seat = msgspec.convert(command.args, UnlockSeatBody).seat
            return seat_unlock(
                table=table, seat=seat, command_id=str(command.id), actor=caller.key, now=now
            )
        lock = msgspec.convert(command.args, LockSeatBody)
    except msgspec.ValidationError as error:
        raise Refusal("bad_command", "", name=command.name, detail=str(error)[:200]) from None
    return seat_lock(
        table=table,
        seat=lock.seat,
        name=lock.who,
        reason=lock.reason,
        minutes=lock.minutes,
        command_id=str(command.id),
        actor=caller.key,
        now=now,
    )
