"""What a tablet may ask of its table, and who must be signed in for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from poker import codec
from poker import commands as c
from poker.commands import Command, Deal, SeatPlayer
from poker.decide.piles import PILES
from poker.decide.settling import SETTLING
from poker.refusal import Refusal
from tables import lifecycle, plaques, seating, signin
from tables.actions import Result, execute
from tables.drawing import button_cards
from tables.lifecycle import Stake
from tables.models import Device, Staff, Table

_RULINGS: tuple[type[Command], ...] = (
    *PILES,
    *SETTLING,
    c.FloorSeen,
    c.FloorComing,
    c.FloorArrived,
    c.MakeRuling,
)
RULINGS = frozenset(codec.tag(kind) for kind in _RULINGS)
SUPERVISED = frozenset({"change_plaque", "set_button", "rebuild_deck", "take_chips"})
# The next dealer brings badge and PIN, nobody is pushed by somebody else's tap; rulebooks are the managers'.
# What a ruling is made of is a supervisor's, with badge and PIN (`rulings`).
# Chairs are kept, drawn and changed by the floor and the desk.
CHAIRS = frozenset({"lock_seat", "unlock_seat", "draw_seats", "change_seat"})
ELSEWHERE = frozenset({"push_dealer", "change_rules", *CHAIRS, *RULINGS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """One command of a tablet as it came in; `dealer` made it, where the page knew who."""

    command_id: str
    seen: int
    name: str
    args: Mapping[str, object]
    now: datetime
    dealer: str = ""


class Who(Protocol):
    """Who asks: a dealer, a supervisor, or another program in such a role."""

    @property
    def key(self) -> str:
        """As the log names it."""

    @property
    def supervises(self) -> bool:
        """Whether decisions that a dealer does not make are this one's (S-012)."""


@dataclass(frozen=True, slots=True)
class At:
    """Where a tap is made. A tablet reads its table only when a tap asks for more than its number."""

    table: Table

    @property
    def table_id(self) -> int:
        """The number of the table and its log."""
        return int(self.table.pk)


def signed_in(device: Device) -> Staff | None:
    """Who deals at a tablet; somebody who no longer works here does not."""
    staff = device.dealer
    return staff if staff is not None and staff.user.is_active else None


def tablet_command(*, device: Device, tap: Tap) -> Result:
    """Carry out what the signed-in dealer tapped."""
    staff = signed_in(device)
    if staff is None:
        raise Refusal("not_signed_in")
    if tap.dealer not in ("", staff.key):
        raise Refusal("other_dealer", "S-013", name=staff.alias)
    result = table_command(at=device, who=staff, tap=tap)
    return _late_push(device, staff, tap, result)


def table_command(*, at: Device | At, who: Who, tap: Tap) -> Result:
    """Carry a tap out; whether `who` taps at all was asked before.

    Refuses `unknown_command`, `needs_supervisor`, and what the table refuses.
    """
    if tap.name in ELSEWHERE:
        raise Refusal("unknown_command", "", name=tap.name)
    if _supervised(tap) and not who.supervises:
        raise Refusal("needs_supervisor", "S-012", name=tap.name)
    return FILLED.get(tap.name, _plain)(at, who, tap)


def _supervised(tap: Tap) -> bool:
    """Whether only a supervisor may: other stakes, the button by hand, the piles that make up a deck that runs short
    on a draw (H-45), chips taken off (S-009), a stake that the house brings (S-003), an amount against the rules let
    stand.
    """
    if tap.name == "seat_player":
        return bool(tap.args.get("reason"))
    return tap.name in SUPERVISED or (tap.name == "act" and tap.args.get("stood") is True)


def _plain(at: Device | At, who: Who, tap: Tap) -> Result:
    return _execute(at, who, tap, codec.parse_command(tap.name, tap.args))


def _execute(at: Device | At, who: Who, tap: Tap, command: Command) -> Result:
    return execute(
        table_id=at.table_id,
        command_id=tap.command_id,
        seen=tap.seen,
        command=command,
        actor=who.key,
        now=tap.now,
    )


def _open_table(at: Device | At, who: Who, tap: Tap) -> Result:
    _without_args(tap)
    return lifecycle.table_open(
        table=at.table,
        command_id=tap.command_id,
        seen=tap.seen,
        actor=who.key,
        now=tap.now,
    )


def _close_table(at: Device | At, who: Who, tap: Tap) -> Result:
    """As the floor closes it: when nobody sits in its chairs any more."""
    command = codec.parse_command(tap.name, tap.args)
    assert isinstance(command, c.CloseTable)
    return seating.table_shut(
        table=at.table,
        command=command,
        command_id=tap.command_id,
        seen=tap.seen,
        actor=who.key,
        now=tap.now,
    )


def _change_plaque(at: Device | At, who: Who, tap: Tap) -> Result:
    _without_args(tap)
    if at.table.plaque is None:
        raise Refusal("no_plaque", "S-005", table=at.table.name)
    return plaques.plaque_change(
        table=at.table,
        plaque=plaques.plaque_newest(plaque=at.table.plaque),
        command_id=tap.command_id,
        seen=tap.seen,
        actor=who.key,
        now=tap.now,
    )


def _seat_player(at: Device | At, who: Who, tap: Tap) -> Result:
    command = codec.parse_command(tap.name, tap.args)
    assert isinstance(command, SeatPlayer)
    return lifecycle.player_seat(
        table_id=at.table_id,
        seat=command.seat,
        player=command.player,
        name=command.name,
        stake=Stake(command.stack, command.buy_in, command.reason, command.said, who.key),
        command_id=tap.command_id,
        seen=tap.seen,
        actor=who.key,
        now=tap.now,
    )


def _take_chips(at: Device | At, who: Who, tap: Tap) -> Result:
    """The room's cap, and the supervisor who is signed in (H-06)."""
    if {"cap", "by"} & set(tap.args):
        raise Refusal("bad_command", "", name=tap.name, detail="the room fills in cap and name")
    args = {**tap.args, "cap": at.table.room.incidentals_cap, "by": who.key}
    return _execute(at, who, tap, codec.parse_command(tap.name, args))


def _draw_button(at: Device | At, who: Who, tap: Tap) -> Result:
    """Cards as they were dealt; or the room draws them, and no tablet says which."""
    if "again" in tap.args or ("system" in tap.args and tap.args != {"system": True}):
        raise Refusal("bad_command", "", name=tap.name, detail="the room draws the cards itself")
    if tap.args == {"system": True}:
        command: Command = button_cards(table_id=at.table_id)
    else:
        command = codec.parse_command(tap.name, tap.args)
    return _execute(at, who, tap, command)


def _deal(at: Device | At, who: Who, tap: Tap) -> Result:
    """Forced bets are the plaque's; naming others is for recorded hands."""
    _without_args(tap)
    return _execute(at, who, tap, Deal())


def _call_floor(at: Device | At, who: Who, tap: Tap) -> Result:
    """Who dealt when the call was made never rules on it (S-012)."""
    _without_args(tap)
    return _execute(at, who, tap, c.CallFloor(by=who.key))


def _cancel_floor(at: Device | At, who: Who, tap: Tap) -> Result:
    """The table takes its own call back; only the room says that a supervisor did."""
    if "by" in tap.args:
        raise Refusal("bad_command", "", name=tap.name, detail="the room fills in the name")
    return _execute(at, who, tap, codec.parse_command(tap.name, tap.args))


# The room and not the tablet knows the rest of these.
FILLED: dict[str, Callable[[Device | At, Who, Tap], Result]] = {
    "open_table": _open_table,
    "close_table": _close_table,
    "change_plaque": _change_plaque,
    "deal": _deal,
    "draw_button": _draw_button,
    "call_floor": _call_floor,
    "cancel_floor": _cancel_floor,
    "seat_player": _seat_player,
    "take_chips": _take_chips,
}


def _without_args(tap: Tap) -> None:
    if tap.args:
        raise Refusal("bad_command", "", name=tap.name, detail="the room fills in the plaque")


def _late_push(device: Device, staff: Staff, tap: Tap, result: Result) -> Result:
    """Record a push that could not be recorded when the dealer took over in mid-hand."""
    if not device.push_due or result.view["hand"]["started"]:
        return result
    return signin.dealer_push(device=device, staff=staff, now=tap.now)
