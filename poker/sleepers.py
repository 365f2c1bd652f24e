"""Sleepers: straddles from a later seat, live only if everyone before it folds; otherwise they go back.

No guide covers them; public glossaries do.
"""

from msgspec.structs import replace

from poker import events as e
from poker.events import Event
from poker.state import Hand, Participant, Table
from poker.turn import next_due


def reached(hand: Hand, table: Table) -> tuple[Event, ...]:
    """Return the events of a sleeper once the action is at its seat, or past it; () while it sleeps."""
    assert hand.sleeper is not None
    seat, amount = hand.sleeper
    i = hand.index(seat)
    if hand.stage not in ("betting", "complete") or not hand.acts:
        return ()
    part = hand.parts[i]
    is_open = hand.street == 0 and part.can_act and not part.acted
    if is_open and hand.round.due != i and hand.stage == "betting":
        return () if _only_folds(hand) else (e.SleeperReached(seat, False),)
    if not is_open or not _only_folds(hand):
        return (e.SleeperReached(seat, False),)
    added = amount - part.committed
    all_in = part.stack == added
    live = e.BlindPosted(seat, "straddle", live=added, all_in=all_in)
    due = _behind(hand, i, amount, all_in=all_in)
    increment = hand.round.increment
    if not table.plaque.set_bets:
        increment = max(increment, amount)
    return (live, e.SleeperReached(seat, True, due, increment))


def _only_folds(hand: Hand) -> bool:
    return all(act.what == "fold" for act in hand.log)


def _behind(hand: Hand, i: int, level: int, *, all_in: bool) -> int:
    """Return the seat to act behind the sleeper at index `i`, 0 for none."""
    parts = list(hand.parts)
    parts[i] = _with_chips(parts[i], level, all_in=all_in)
    due = next_due(parts, level, i)
    return parts[due].seat if due >= 0 else 0


def _with_chips(part: Participant, level: int, *, all_in: bool) -> Participant:
    return replace(part, committed=level, all_in=all_in)
