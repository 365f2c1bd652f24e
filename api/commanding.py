"""What a program may ask of a table: the tablet's taps, and chairs that are locked up as on the floor's page."""

from datetime import datetime
from typing import Annotated

import msgspec

from api.caller import Caller
from api.shapes.tables import TableCommand
from floor_ui.tables.roles import KEEPS
from poker.refusal import Refusal
from tables.actions import Result
from tables.locks import seat_lock, seat_unlock
from tables.models import Table
from tables.tablet import At, Tap, table_command

DEALS = "tables.deal"
Seat = Annotated[int, msgspec.Meta(ge=1, le=14)]


class LockSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """who: an alias or a card number, or nobody; reason: else why; minutes: the room's where none are said."""

    seat: Seat
    who: Annotated[str, msgspec.Meta(max_length=60)] = ""
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""
    minutes: Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None = None


class UnlockSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chair that is kept for nobody any more."""

    seat: Seat


def carry_out(table: Table, who: Caller, sent: TableCommand, now: datetime) -> Result:
    """Do it, or raise `Refusal` and leave nothing. The role is asked as the pages ask it."""
    if sent.name in ("lock_seat", "unlock_seat"):
        who.must_be_able(KEEPS)
        return _chair(table, who, sent, now)
    who.must_be_able(*((DEALS, KEEPS) if sent.name == "seat_player" else (DEALS,)))
    tap = Tap(command_id=str(sent.id), seen=sent.seen, name=sent.name, args=sent.args, now=now)
    return table_command(at=At(table), who=who, tap=tap)


def _chair(table: Table, who: Caller, sent: TableCommand, now: datetime) -> Result:
    try:
        if sent.name == "unlock_seat":
            seat = msgspec.convert(sent.args, UnlockSeat).seat
            return seat_unlock(
                table=table, seat=seat, command_id=str(sent.id), actor=who.key, now=now
            )
        lock = msgspec.convert(sent.args, LockSeat)
    except msgspec.ValidationError as error:
        raise Refusal("bad_command", "", name=sent.name, detail=str(error)[:200]) from None
    return seat_lock(
        table=table,
        seat=lock.seat,
        who=lock.who,
        reason=lock.reason,
        minutes=lock.minutes,
        command_id=str(sent.id),
        actor=who.key,
        now=now,
    )
