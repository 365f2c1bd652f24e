"""Whether a command is still valid after commands that its sender had not seen."""

from collections.abc import Sequence
from dataclasses import dataclass

from journal.models import Entry
from poker import codec
from poker import commands as c
from poker.overtaken import ALWAYS_VALID, SEAT_COMMANDS, may_change_player


@dataclass(frozen=True, slots=True)
class DecidedOn:
    """The entries and taps on which the tablet's own engine decided a tap."""

    seq: int  # the last entry that the tablet had applied when it sent the tap
    # The ids of the taps that the tablet sent before it, in the same message.
    own: tuple[str, ...] = ()
    shown: int = 0  # the last entry that the tablet had applied when the dealer tapped


# The number of the last entry that the sender of a command saw; None to skip the check.
Seen = int | DecidedOn | None

MAX_ENTRIES_BEHIND = 200  # entries; a sender further behind must refresh first
# Entries; a tablet's engine sends taps based on the entries it has just applied.
MAX_DECIDED_BEHIND = 2000
# Entries; every tablet is assumed to have anything stored before these, no matter what it reports.
MAX_SHOWN_BEHIND = 50_000

# Commands about one seat in one round. A dealer can tap faster than responses arrive.
ROUND_COMMANDS = (c.Act, c.FirstIn, c.Declare)

UNRELATED_EVENTS = frozenset(
    {
        "floor.called",
        "floor.earlier_tap",
        "floor.reported",
        "floor.delivered",
        "floor.answered",
        "floor.cancelled",
        "dealer.pushed",
        "seat.locked",
        "seat.unlocked",
        "table.plaque_awaited",
        "table.renamed",
        "player.renamed",
        "table.seat_count_changed",
    }
)
ROUND_EVENTS = UNRELATED_EVENTS | {
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
    "hand.inference_rewritten",
    "hand.declared",
}
SEAT_EVENTS = ("seat.taken", "seat.left", "seat.changed")


def is_still_valid(command: c.Command, between: Sequence[Entry], *, actor: str) -> bool:
    """Return whether a command is still valid after the entries stored since its sender last looked."""
    if isinstance(command, ALWAYS_VALID):
        return True
    if isinstance(command, c.MakeRuling):  # a ruling depends on the facts shown
        return all(entry.name in ("floor.delivered", "floor.answered") for entry in between)
    related = [entry for entry in between if entry.name not in UNRELATED_EVENTS]
    if isinstance(command, SEAT_COMMANDS):
        return not any(_may_change_player(entry, command.seat) for entry in related)
    if isinstance(command, ROUND_COMMANDS):
        return all(entry.actor == actor and entry.name in ROUND_EVENTS for entry in related)
    return not related


def _may_change_player(entry: Entry, seat: int) -> bool:
    """Return whether another player may be in the seat after this entry; an undo may have changed anything."""
    if entry.name == "command.undone":
        return True
    if entry.name not in SEAT_EVENTS:
        return False
    return may_change_player(codec.decode_event(entry.name, entry.version, entry.data), seat)
