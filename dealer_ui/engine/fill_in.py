"""A tap's command, with the fields that the server fills in."""

from dealer_ui.engine.wire import Context, TapData
from poker import codec
from poker import commands as c
from poker.refusal import Refusal
from poker.state import Table
from poker.tap_rights import (
    NOT_ON_TABLETS,
    PUSH,
    badge_key,
    has_unchecked_pin,
    needs_supervisor,
)
from poker.view import view

# Recorded outside the table's log, or decided with data that only the room has.
ROOM_ONLY = frozenset({"incident", "refused_taps", "carry_out", "change_plaque"})


def command_for(tap: TapData, table: Table, context: Context) -> c.Command | None:
    """Return the command of a tap at this table; None if only the room can decide it.

    Raises `Refusal`: `unknown_command`, `needs_supervisor`, `no_plaque`, and those of the arguments' types.
    """
    name = tap.name
    args = tap.args
    if name in ROOM_ONLY or (name == "draw_button" and "system" in args):
        return None
    if name == PUSH and tap.pin is not None:
        return c.PushDealer(dealer=badge_key(tap.pin.badge), name=str(args.get("name", "")))
    if name in NOT_ON_TABLETS:
        raise Refusal("unknown_command", "", name=name)
    is_supervised = needs_supervisor(
        lambda: view(table), name, args, dealers_seat=lambda: context.room.dealers_seat
    )
    if is_supervised and not _may_supervise(tap, context):
        raise Refusal("needs_supervisor", "S-012", name=name)
    if name == "call_floor":
        return c.CallFloor(by=tap.dealer, earlier=tap.earlier, tapped=tap.at)
    return codec.parse_command(name, {**args, **_filled_in(tap, table, context)})


def _may_supervise(tap: TapData, context: Context) -> bool:
    """Return whether a supervisor may have made the tap, as far as the tablet can determine; the room checks again."""
    if tap.pin is not None:
        return True
    if tap.dealer in ("", context.dealer):
        return context.supervises
    # From someone who was signed in earlier; their role was checked when they tapped.
    return not has_unchecked_pin(tap.dealer)


def _filled_in(tap: TapData, table: Table, context: Context) -> dict[str, object]:
    """Return the arguments that the server fills in."""
    match tap.name:
        case "open_table" if context.opening is None:
            raise Refusal("no_plaque", "S-005", table=table.name)
        case "open_table":
            return dict(context.opening or {})
        case "take_chips":
            return {"cap": context.cap, "by": tap.dealer}
        case "seat_player":
            return {"by": tap.dealer if tap.args.get("reason") else ""}
    return {}
