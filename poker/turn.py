"""Order of action in a betting round (S-078, S-081, S-084)."""

from collections.abc import Iterator, Sequence

from poker.state import OUT_OF_REACH, Hand, Participant

NO_ONE = -1


def next_due(parts: Sequence[Participant], level: int, after: int, last: int = NO_ONE) -> int:
    """Return the index of the next participant after `after`, clockwise, that owes action at `level`; -1 if none
    does.

    A seat owes action if it can act and has not acted since the bet last rose. The last player with chips owes no
    action once everyone else is matched, because there is no one to bet against. last: the index of a straddler who is
    passed over until everyone else has acted (H-60).
    """
    size = len(parts)
    passed_over = NO_ONE
    for step in range(1, size + 1):
        i = (after + step) % size
        part = parts[i]
        if part.level < level and part.life == "in" and not part.all_in:
            if _alone(parts, part):
                return NO_ONE
            if not _waits(part, i, last):
                return i
            passed_over = i
    return passed_over


def _waits(part: Participant, i: int, last: int) -> bool:
    return i == last and part.level == OUT_OF_REACH


def acts_last(hand: Hand, i: int) -> bool:
    """Return whether this participant has not acted and waits until everyone else has (H-60)."""
    return _waits(hand.parts[i], i, hand.round.last)


def _alone(parts: Sequence[Participant], part: Participant) -> bool:
    most = 0
    for other in parts:
        if other is part or other.life != "in":
            continue
        if not other.all_in:
            return False
        most = max(most, other.committed)
    return part.committed >= most


def pending(hand: Hand) -> Iterator[int]:
    """Yield the indexes of the participants that owe action, in order of action."""
    due = hand.round.due
    parts = hand.parts
    level = hand.round.level
    if due == NO_ONE:
        return
    size = len(parts)
    passed_over = NO_ONE
    for step in range(size):
        i = (due + step) % size
        part = parts[i]
        if part.level < level and part.can_act:
            if acts_last(hand, i):
                passed_over = i
            else:
                yield i
    if passed_over != NO_ONE:
        yield passed_over


def can_bet(parts: Sequence[Participant]) -> int:
    """Return how many players still in have chips to bet."""
    return len([part for part in parts if part.life == "in" and not part.all_in])
