"""Whose turn it is: the order of answers in a betting round (S-078, S-081, S-084)."""

from collections.abc import Iterator, Sequence

from poker.state import Hand, Part

NOBODY = -1


def next_due(parts: Sequence[Part], level: int, after: int) -> int:
    """Index of the first part after `after`, clockwise, that still owes an answer to `level`; -1 if none does.

    A seat owes an answer when it can act and has not acted since the bet last rose. A last player with chips
    who already matches everybody else has nobody to bet against.
    """
    size = len(parts)
    for step in range(1, size + 1):
        part = parts[(after + step) % size]
        if part.level < level and part.life == "in" and not part.all_in:
            if _alone(parts, part):
                return NOBODY
            return (after + step) % size
    return NOBODY


def _alone(parts: Sequence[Part], part: Part) -> bool:
    most = 0
    for other in parts:
        if other is part or other.life != "in":
            continue
        if not other.all_in:
            return False
        most = max(most, other.committed)
    return part.committed >= most


def pending(hand: Hand) -> Iterator[int]:
    """Indexes of the parts that owe an answer, in the order in which they come to act."""
    due, parts, level = hand.round.due, hand.parts, hand.round.level
    if due == NOBODY:
        return
    size = len(parts)
    for step in range(size):
        i = (due + step) % size
        part = parts[i]
        if part.level < level and part.can_act:
            yield i


def can_bet(parts: Sequence[Part]) -> int:
    """How many players still in have chips to bet."""
    return sum(1 for part in parts if part.life == "in" and not part.all_in)
