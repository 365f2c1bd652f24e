"""Who deals where next: pushes in order, breaks owed, nobody at the same table twice in a row. Pure, no clock.

No guide speaks of it: the minutes of a down and the downs before a break are the room's choice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Policy:
    """How the room pushes: the length of a down, how many before a break is owed, when a push is said to be due."""

    down: timedelta = timedelta(minutes=30)
    most_downs: int = 3


@dataclass(frozen=True, slots=True)
class On:
    """A dealer who is clocked in. free_since: when he left his last box, or clocked in; last: its table, "" for none;
    downs: how many in a row without a break.
    """

    key: str
    name: str
    free_since: datetime
    last: str = ""
    downs: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A table that needs a dealer: who sits in its box and since when; dealer None for nobody."""

    table: str
    dealer: On | None
    since: datetime


@dataclass(frozen=True, slots=True)
class Push:
    """A push that is suggested. inward None: nobody is free. again: the same table as last time, for want of others."""

    table: str
    out: On | None
    inward: On | None
    due: datetime
    again: bool = False
    breaks: bool = False  # whoever is pushed out goes on a break


def due_at(box: Box, policy: Policy) -> datetime:
    """When the push of a box is due; at once where nobody deals."""
    return box.since + policy.down if box.dealer else box.since


def suggest(
    boxes: Iterable[Box], free: Iterable[On], *, now: datetime, policy: Policy | None = None
) -> tuple[Push, ...]:
    """The pushes that are due by `now`, the longest due first.

    The longest rested dealer comes in, but not to the table that he dealt last. Whoever is pushed out of one box and
    owes no break goes on to the next one that nobody rested is left for, so that a room that is short of dealers
    still moves.
    """
    policy = policy or Policy()
    rested = sorted(free, key=lambda one: (one.free_since, one.name))
    waiting = sorted(boxes, key=lambda box: (due_at(box, policy), box.table))
    waiting = [box for box in waiting if due_at(box, policy) <= now]
    pushes: list[Push] = []
    moving: list[On] = []  # pushed out, and on their feet
    for box in waiting:
        inward, again = _take(rested, box.table)
        if inward is None:
            inward, again = _take(moving, box.table)
        out = box.dealer
        breaks = out is not None and out.downs + 1 >= policy.most_downs
        if out is not None and not breaks and inward is not None:
            moving.append(out)
        pushes.append(Push(box.table, out, inward, due_at(box, policy), again, breaks))
    return tuple(pushes)


def _take(dealers: list[On], table: str) -> tuple[On | None, bool]:
    """The first who did not deal this table last; else the first of all, marked."""
    for i, one in enumerate(dealers):
        if one.last != table:
            return dealers.pop(i), False
    return (dealers.pop(0), True) if dealers else (None, False)


def next_in(free: Sequence[On]) -> On | None:
    """Who comes in next, whichever table it is."""
    return min(free, key=lambda one: (one.free_since, one.name), default=None)


def breaks_owed(boxes: Iterable[Box], policy: Policy | None = None) -> tuple[On, ...]:
    """Dealers in a box who have dealt as many downs as the room has before a break."""
    most = (policy or Policy()).most_downs
    return tuple(box.dealer for box in boxes if box.dealer and box.dealer.downs >= most)
