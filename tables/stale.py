"""Whether a command still means what its sender saw, after others came in between."""

from collections.abc import Sequence

from journal.models import Entry
from poker import codec
from poker import commands as c

FURTHEST = 200  # entries; whoever saw less than this far back takes a new look first

# They say the same whatever came between; the engine refuses what does not hold.
ALWAYS = (
    c.CallFloor,
    c.Report,
    c.FloorSeen,
    c.FloorComing,
    c.FloorArrived,
    c.CancelFloor,
    c.SeatPlayer,
    c.PushDealer,
)
# They speak of the player in one chair, and hold while nobody else sits there.
OF_A_CHAIR = (c.LeaveSeat, c.SitOut, c.SitIn, c.AddChips, c.TakeChips)
# They speak of one seat in one round. Taps of one dealer come faster than answers.
OF_A_ROUND = (c.Act, c.FirstIn, c.Declare)

QUIET = frozenset(
    {
        "floor.called",
        "floor.reported",
        "floor.answered",
        "floor.cancelled",
        "dealer.pushed",
        "seat.locked",
        "seat.unlocked",
        "table.plaque_awaited",
    }
)
SAME_ROUND = QUIET | {
    "hand.started",
    "hand.button_moved",
    "hand.ante_posted",
    "hand.blind_posted",
    "hand.hole_cards_dealt",
    "hand.betting_opened",
    "hand.folded",
    "hand.checked",
    "hand.called",
    "hand.bet_made",
    "hand.declared",
}
NEW_SITTER = ("seat.taken", "seat.left", "seat.changed")


def holds(command: c.Command, between: Sequence[Entry], *, actor: str) -> bool:
    """Whether a command holds although `between` was stored since its sender looked."""
    if isinstance(command, ALWAYS):
        return True
    if isinstance(command, c.MakeRuling):  # on the facts that were seen
        return all(entry.name == "floor.answered" for entry in between)
    loud = [entry for entry in between if entry.name not in QUIET]
    if isinstance(command, OF_A_CHAIR):
        return not any(_moves(entry, command.seat) for entry in loud)
    if isinstance(command, OF_A_ROUND):
        return all(entry.actor == actor and entry.name in SAME_ROUND for entry in loud)
    return not loud


def _moves(entry: Entry, seat: int) -> bool:
    """Whether somebody else may sit in the chair after this entry; an undo may have done anything."""
    if entry.name == "command.undone":
        return True
    if entry.name not in NEW_SITTER:
        return False
    event = codec.decode_event(entry.name, entry.version, entry.data)
    return seat in (getattr(event, "seat", 0), getattr(event, "to", 0))
