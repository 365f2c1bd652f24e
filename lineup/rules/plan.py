"""Plans the next pushes fairly. Pure, without a clock.

Dealers rotate in order, with the breaks they are owed, and not twice in a row to the same table. No guide covers
this. The room sets the length of a down and the downs before a break; the order is a house choice.
"""

from bisect import insort
from collections.abc import Iterable, Sequence

import msgspec

from lineup.rules.state import DealerBox, Lineup, LineupPolicy, OnDutyDealer, downs_of


class Push(msgspec.Struct, frozen=True):
    """The next push of a box. Times are Unix milliseconds."""

    table: str
    due: int  # when the down is over, or when the box became empty
    at: int  # when the push is possible: `due` or later
    out: OnDutyDealer | None  # the dealer who is pushed out
    # The incoming dealer, None if no dealer will be available and rested.
    inward: OnDutyDealer | None = None
    # Whether the incoming dealer also dealt here last, because no one else is available.
    again: bool = False
    # Whether the incoming dealer is owed a break, because no one else is available.
    tired: bool = False
    reason: str = ""  # why the suggestion was replaced, "" if it applies
    breaks: bool = False  # whether the dealer who is pushed out is then owed a break


class _Candidate(msgspec.Struct, frozen=True):
    """A dealer who can be pushed in."""

    duty: OnDutyDealer
    since: int  # when the dealer became available or went on a break
    ready: int  # when the dealer can come in
    last: str
    downs: int
    owed: bool = False  # whether the dealer is owed a break


def due_at(box: DealerBox, dealers: Lineup) -> int:
    """Return when the push of a box is due. For an empty box, that is when it became empty."""
    return box.since + dealers.policy.down if box.dealer else box.since


def owed(dealer: OnDutyDealer, dealers: Lineup, now: int) -> bool:
    """Return whether a dealer has dealt the room's number of full downs without a break."""
    policy = dealers.policy
    if dealer.until:
        return False
    if dealer.table:
        return dealer.downs + (now - dealer.at) // policy.down >= policy.most_downs
    return dealer.downs >= policy.most_downs and now - dealer.at < policy.rest


def plan(dealers: Lineup, now: int) -> tuple[Push, ...]:
    """Return the next push of every box, earliest due first.

    An assigned dealer comes in at their box. Otherwise the longest-rested dealer comes in. A dealer does not return
    to the table they dealt last, and does not come in while owed a break, if anyone else is available. A dealer who
    is pushed out is available immediately or takes the break they are owed, so even a room short of dealers
    rotates. Among pushes that are due together, the dealers with the fewest downs are pushed first. They move to
    the next boxes, and the dealers with the most downs rest.
    """
    policy = dealers.policy
    named = {assignment.key for assignment in dealers.assigned}
    on = {dealer.key: dealer for dealer in dealers.duty}
    pool = [_ready(dealer, dealers, now) for dealer in dealers.duty if _is_available(dealer, named)]
    pool.sort(key=_longest_rested)
    boxes = sorted(dealers.boxes, key=lambda box: _order(box, dealers, on.get(box.dealer)))
    pushes: list[Push] = []
    for i, box in enumerate(boxes):
        out = on.get(box.dealer)
        following = boxes[i + 1].table if i + 1 < len(boxes) else ""
        push = _assigned_push(dealers, box, out, now) or _suggested_push(
            pool, box, out, dealers, now, following
        )
        downs = out.downs + downs_of(push.at - out.at, policy) if out else 0
        breaks = out is not None and out.rotates and downs >= policy.most_downs
        push = msgspec.structs.replace(push, breaks=breaks)
        pushes.append(push)
        if push.inward is not None:
            pool = [candidate for candidate in pool if candidate.duty.key != push.inward.key]
        if out is not None and push.inward is not None and out.rotates and out.key not in named:
            rested = push.at + policy.rest if breaks else push.at
            insort(pool, _Candidate(out, push.at, rested, box.table, downs), key=_longest_rested)
    return tuple(pushes)


def next_push_of(dealer: OnDutyDealer, pushes: Iterable[Push]) -> Push | None:
    """Return the push that sends a dealer to another table; None if none is planned."""
    return next((push for push in pushes if push.inward and push.inward.key == dealer.key), None)


def _longest_rested(candidate: _Candidate) -> tuple[int, int, str]:
    return candidate.since, candidate.downs, candidate.duty.name


def _order(box: DealerBox, dealers: Lineup, out: OnDutyDealer | None) -> tuple[int, int, str]:
    return due_at(box, dealers), out.downs if out else 0, box.table


def _is_available(dealer: OnDutyDealer, named: set[str]) -> bool:
    """Return whether a dealer outside a box can be suggested: they are in the rotation and not assigned to a box."""
    return dealer.rotates and not dealer.table and not dealer.aside and dealer.key not in named


def _ready(dealer: OnDutyDealer, dealers: Lineup, now: int) -> _Candidate:
    """Return a candidate with the time they are ready: the end of a break, or now, even if a break is owed."""
    policy = dealers.policy
    if dealer.until:
        return _Candidate(dealer, dealer.at, max(dealer.until, now), dealer.last, 0)
    tired = dealer.downs >= policy.most_downs
    return _Candidate(dealer, dealer.at, dealer.at, dealer.last, dealer.downs, tired)


def _assigned_push(
    dealers: Lineup, box: DealerBox, out: OnDutyDealer | None, now: int
) -> Push | None:
    """Return the push of a dealer who was assigned by hand."""
    assignment = dealers.assignment_at(box.table)
    dealer = dealers.find(assignment.key) if assignment else None
    if assignment is None or dealer is None:
        return None
    due = due_at(box, dealers)
    return Push(box.table, due, max(due, now), out, dealer, reason=assignment.reason)


def _suggested_push(
    pool: Sequence[_Candidate],
    box: DealerBox,
    out: OnDutyDealer | None,
    dealers: Lineup,
    now: int,
    following: str,
) -> Push:
    """Return the push with the suggested dealer. `pool` has all candidates, longest rested first."""
    due = due_at(box, dealers)
    at = max(due, now)
    push = Push(box.table, due, at, out)
    candidates = [candidate for candidate in pool if candidate.ready <= at]
    rest = dealers.policy.rest
    fresh = [
        candidate for candidate in candidates if not candidate.owed or at - candidate.since >= rest
    ]
    if candidate := _pick_rested(fresh, box.table, following):
        return msgspec.structs.replace(
            push, inward=candidate.duty, again=candidate.last == box.table
        )
    candidates.sort(key=lambda candidate: candidate.downs)
    if not candidates or not _may_be_tired(out, candidates[0], dealers, at):
        return push
    candidate = next(
        (candidate for candidate in candidates if candidate.last != box.table), candidates[0]
    )
    return msgspec.structs.replace(
        push, inward=candidate.duty, again=candidate.last == box.table, tired=True
    )


def _may_be_tired(
    out: OnDutyDealer | None, candidate: _Candidate, dealers: Lineup, at: int
) -> bool:
    """Return whether a dealer who is owed a break may come in: only at an empty box or for a more tired dealer."""
    if out is None:
        return True
    return out.downs + downs_of(at - out.at, dealers.policy) > candidate.downs


def _pick_rested(candidates: Sequence[_Candidate], table: str, following: str) -> _Candidate | None:
    """Return the longest-rested candidate who did not deal this table last.

    If that would leave only the following table's own dealer for it, return the next candidate. If every candidate
    dealt here last, return the longest-rested one.
    """
    others = [candidate for candidate in candidates if candidate.last != table]
    for candidate in others:
        remaining = [other for other in candidates if other is not candidate]
        if not remaining or not following or any(other.last != following for other in remaining):
            return candidate
    return next(iter(others), next(iter(candidates), None))


def dealers_needed(tables: int, policy: LineupPolicy) -> int:
    """Return how many dealers this many tables need: one each, and those on breaks under the room's policy."""
    breaks = tables * policy.break_minutes
    return tables + -(-breaks // (policy.most_downs * policy.down_minutes))
