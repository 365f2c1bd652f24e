"""The clock of a seat that holds up the hand (H-33): which seat that is, and how long TIME gives it."""

from collections.abc import Iterable

from poker import events as e
from poker.events import Event
from poker.rules import HouseRules
from poker.state import Hand, Table, TurnClock
from poker.turn import pending

NO_SEAT = 0
# Seconds with the countdown. TDA R29: 25 and 5; HRH 37: 50 and 10.
SECONDS = {"tda": 30, "hrh": 60}
# Events after which another seat may hold up the hand, or the same one again.
ACTION_MOVED: tuple[type[Event], ...] = (
    e.HandStarted,
    e.BettingOpened,
    e.OpenerNamed,
    e.BroughtIn,
    e.Folded,
    e.Checked,
    e.Called,
    e.BetMade,
    e.InferenceRewritten,
    e.ActCorrected,
    e.ActsHeld,
    e.HandKilled,
    e.Reinstated,
    e.FloorCanceled,
    e.RulingMade,
    e.StepsDone,
    e.Undone,
)


def moves_action(events: Iterable[Event]) -> bool:
    """Return whether a command with these events may have moved the action to another seat."""
    return any(isinstance(event, ACTION_MOVED) for event in events)


def holding_up(table: Table) -> int:
    """Return the seat that holds up the hand; 0 if none does or the order of action is uncertain.

    After inferred acts it is the first seat without an act.
    """
    hand = table.hand
    if hand is None or table.tracking != "actions":
        return NO_SEAT
    if hand.stage != "betting" or hand.unnamed or hand.held or hand.round.skipped:
        return NO_SEAT
    return next((hand.parts[i].seat for i in pending(hand)), NO_SEAT)


def clock_seconds(rules: HouseRules, room_seconds: int) -> int:
    """Return the seconds of the clock (H-33). room_seconds: used if the house rule sets none."""
    return SECONDS.get(rules.clock, room_seconds)


def running_clock(hand: Hand) -> TurnClock | None:
    """Return the clock of a seat that still owes an act."""
    clock = hand.clock
    owes = clock is not None and any(hand.parts[i].seat == clock.seat for i in pending(hand))
    return clock if owes and hand.stage == "betting" else None
