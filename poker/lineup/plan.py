"""Who deals where next: pushes in order, breaks owed, nobody at the same table twice in a row. Pure, no clock.

No guide speaks of it: how long a down is and how many come before a break are the room's, the order is the house's own.
"""

from bisect import insort
from collections.abc import Sequence

import msgspec

from poker.lineup.state import Box, Dealers, Duty, downs_of


class Push(msgspec.Struct, frozen=True):
    """The next push of a box. Times are unix milliseconds.

    due: when the down is over, or since when nobody deals; at: when it can be, `due` or later; out: who is pushed;
    inward: who comes in, None where nobody is free or rested by then; again: he dealt there last, for want of others;
    tired: he is owed a break himself, for want of others; reason: why it is not the suggested one, "" where it is;
    breaks: whoever is pushed out is owed a break then.
    """

    table: str
    due: int
    at: int
    out: Duty | None
    inward: Duty | None = None
    again: bool = False
    tired: bool = False
    reason: str = ""
    breaks: bool = False


class _Ready(msgspec.Struct, frozen=True):
    """Somebody who can come in from `ready` on; since: free or on a break for so long; owed: a break."""

    duty: Duty
    since: int
    ready: int
    last: str
    downs: int
    owed: bool = False


def due_at(box: Box, dealers: Dealers) -> int:
    """When the push of a box is due; at once where nobody deals."""
    return box.since + dealers.policy.down if box.dealer else box.since


def owed(one: Duty, dealers: Dealers, now: int) -> bool:
    """Whether somebody has dealt as many whole downs as the room has before a break, and has had none since."""
    policy = dealers.policy
    if one.until:
        return False
    if one.table:
        return one.downs + (now - one.at) // policy.down >= policy.most_downs
    return one.downs >= policy.most_downs and now - one.at < policy.rest


def plan(dealers: Dealers, now: int) -> tuple[Push, ...]:
    """The next push of every box, the first due first.

    Who was named for a box comes in there. Else the longest rested: not to the table that he dealt last while anybody
    else is there, not while a break is owed to him while anybody else is there. Whoever is pushed out stands free from
    then on, or takes the break that is owed, so that a room that is short of dealers still moves. Of pushes that are
    due together those of the least tired come first: they go on to the next boxes, and the most tired are left to rest.
    """
    policy = dealers.policy
    named = {one.key for one in dealers.assigned}
    on = {one.key: one for one in dealers.duty}
    pool = [_ready(one, dealers, now) for one in dealers.duty if _comes(one, named)]
    pool.sort(key=_longest_rested)
    boxes = sorted(dealers.boxes, key=lambda box: _order(box, dealers, on.get(box.dealer)))
    pushes: list[Push] = []
    for i, box in enumerate(boxes):
        out = on.get(box.dealer)
        following = boxes[i + 1].table if i + 1 < len(boxes) else ""
        push = _word(dealers, box, out, now) or _chosen(pool, box, out, dealers, now, following)
        downs = out.downs + downs_of(push.at - out.at, policy) if out else 0
        breaks = out is not None and out.rotates and downs >= policy.most_downs
        push = msgspec.structs.replace(push, breaks=breaks)
        pushes.append(push)
        if push.inward is not None:
            pool = [one for one in pool if one.duty.key != push.inward.key]
        if out is not None and push.inward is not None and out.rotates and out.key not in named:
            rested = push.at + policy.rest if breaks else push.at
            insort(pool, _Ready(out, push.at, rested, box.table, downs), key=_longest_rested)
    return tuple(pushes)


def _longest_rested(one: _Ready) -> tuple[int, int, str]:
    return one.since, one.downs, one.duty.name


def _order(box: Box, dealers: Dealers, out: Duty | None) -> tuple[int, int, str]:
    return due_at(box, dealers), out.downs if out else 0, box.table


def _comes(one: Duty, named: set[str]) -> bool:
    """Whether somebody who deals nowhere can be suggested: who was named for a box is taken, who is aside is away."""
    return one.rotates and not one.table and not one.aside and one.key not in named


def _ready(one: Duty, dealers: Dealers, now: int) -> _Ready:
    """From when on: at the end of a break; at once who is free, although a break may be owed."""
    policy = dealers.policy
    if one.until:
        return _Ready(one, one.at, max(one.until, now), one.last, 0)
    tired = one.downs >= policy.most_downs
    return _Ready(one, one.at, one.at, one.last, one.downs, tired)


def _word(dealers: Dealers, box: Box, out: Duty | None, now: int) -> Push | None:
    """The push as somebody named it."""
    word = dealers.word(box.table)
    one = dealers.find(word.key) if word else None
    if word is None or one is None:
        return None
    due = due_at(box, dealers)
    return Push(box.table, due, max(due, now), out, one, reason=word.reason)


def _chosen(
    pool: Sequence[_Ready], box: Box, out: Duty | None, dealers: Dealers, now: int, following: str
) -> Push:
    """The push with whoever comes in. `pool`: everybody who can, the longest rested first."""
    due = due_at(box, dealers)
    at = max(due, now)
    push = Push(box.table, due, at, out)
    there = [one for one in pool if one.ready <= at]
    rest = dealers.policy.rest
    fresh = [one for one in there if not one.owed or at - one.since >= rest]
    if one := _first(fresh, box.table, following):
        return msgspec.structs.replace(push, inward=one.duty, again=one.last == box.table)
    there.sort(key=lambda one: one.downs)
    if not there or not _may_be_tired(out, there[0], dealers, at):
        return push
    one = next((one for one in there if one.last != box.table), there[0])
    return msgspec.structs.replace(push, inward=one.duty, again=one.last == box.table, tired=True)


def _may_be_tired(out: Duty | None, one: _Ready, dealers: Dealers, at: int) -> bool:
    """A dealer who is owed a break is asked only for a box with nobody in it, or with somebody who is more tired."""
    if out is None:
        return True
    return out.downs + downs_of(at - out.at, dealers.policy) > one.downs


def _first(there: Sequence[_Ready], table: str, following: str) -> _Ready | None:
    """The longest rested who did not deal this table last; the next one where else only who dealt the following
    table would be left for it; the longest rested of all where everybody dealt here last.
    """
    others = [one for one in there if one.last != table]
    for one in others:
        left = [other for other in there if other is not one]
        if not left or not following or any(other.last != following for other in left):
            return one
    return next(iter(others), next(iter(there), None))
