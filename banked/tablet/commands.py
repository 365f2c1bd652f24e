"""The command of a tap, with the fields that the room fills in, and who may send it. The same for tablet and room."""

from collections.abc import Mapping

from banked.rules import codec
from banked.rules.commands import Command
from poker.commands import CallFloor
from poker.refusal import Refusal

# Sent by the floor's pages or by the room, never by a tablet.
NOT_ON_TABLETS = frozenset(
    {
        "confirm_delivery",
        "create_table",
        "floor_arrived",
        "floor_coming",
        "floor_seen",
        "post_plaque",
        "push_dealer",
        "rename_table",
        "rule",
    }
)
SUPERVISED = frozenset({"correct_payout", "void_round"})
FILLED_IN = frozenset({"by", "earlier", "plaque", "tapped"})


def tablet_command(
    name: str,
    args: Mapping[str, object],
    *,
    by: str,
    supervises: bool,
    opening: Mapping[str, object] | None,
    tapped: int,
) -> Command:
    """Return the command of a tap. opening: arguments that open the table, None without a plaque.

    Raises `Refusal`: `unknown_command`, `needs_supervisor`, `no_plaque`, `bad_command`.
    """
    if name in NOT_ON_TABLETS:
        raise Refusal("unknown_command", "", name=name)
    if name in SUPERVISED and not supervises:
        raise Refusal("needs_supervisor", "S-012", name=name)
    if FILLED_IN & set(args):
        raise Refusal("bad_command", "", name=name, detail="Floorbook fills in the name")
    if name == "call_floor":
        return CallFloor(by=by, tapped=tapped)
    if name == "open_table":
        if opening is None:
            raise Refusal("no_plaque", "S-005", table="This table")
        return codec.parse_command(name, opening)
    if name in SUPERVISED:
        return codec.parse_command(name, {**args, "by": by})
    return codec.parse_command(name, args)
