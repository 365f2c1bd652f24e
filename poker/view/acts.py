"""The acts of the hand in progress, with what each seat faced, so that a tap can correct one (S-012)."""

from poker.engine import paused
from poker.state import Hand, Table
from poker.view.model import ActView


def acts(table: Table) -> list[ActView]:
    """Return the acts in order; none while the hand is stopped or a correction waits for an answer."""
    hand = table.hand
    if hand is None or hand.held or paused(table):
        return []
    views = []
    street = -1
    match = 0
    fronts: dict[int, int] = {}
    for act in hand.log:
        if act.street != street:
            street = act.street
            fronts = _posted(hand) if street == 0 else {}
            match = _opening_bet(hand) if street == 0 else 0
        front = fronts.get(act.seat, 0)
        views.append(ActView(act.seat, street, act.what, act.to, act.inferred, front, match))
        if act.what != "fold":
            fronts[act.seat] = act.to
            match = max(match, act.to)
    return views


def _posted(hand: Hand) -> dict[int, int]:
    """Return the live chips of forced bets; a bring-in is the opener's."""
    fronts = {part.seat: part.posted for part in hand.parts}
    if hand.opening is not None and hand.opening.bring_in and hand.log:
        fronts[_bring_in_seat(hand)] = hand.opening.level
    return fronts


def _bring_in_seat(hand: Hand) -> int:
    """Return the seat that brought it in: the one before the first to act."""
    assert hand.opening is not None
    first = hand.opening.first
    return hand.parts[first - 1].seat


def _opening_bet(hand: Hand) -> int:
    return hand.opening.level if hand.opening is not None else 0
