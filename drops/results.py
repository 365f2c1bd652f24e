"""Counting boxes: the first count stays unseen until the second is in; results, explanations, corrections."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from drops.boxes import log_of
from drops.counting import Agent, Counted, Pieces, Standing, must_fit, pieces_of, standing
from drops.models import Box, Count, Result, policy_of
from drops.roles import Action, agent_of, must
from poker.refusal import Refusal
from tables.models import Staff
from tables.pins import staff_by_pin

LONGEST = 500
Numbers = Sequence[tuple[int, int]]  # (denomination, how many)


def standing_of(box: Box) -> Standing:
    """How far the count of a box is."""
    return standing(counted_rows(box))


def standings(boxes: Sequence[Box]) -> dict[int, Standing]:
    """How far the counts of many boxes are, by box; who may what is not asked here."""
    found: dict[int, list[Counted]] = {box.pk: [] for box in boxes}
    rows = Count.objects.filter(box__in=boxes).select_related("by").order_by("round", "place")
    for row in rows:
        pieces = tuple((int(value), int(number)) for value, number in row.pieces)
        agent = Agent(row.by_id, row.by.alias, supervises=False)
        found[row.box_id].append(Counted(row.round, agent, pieces, row.total))
    return {pk: standing(counts) for pk, counts in found.items()}


def counted_rows(box: Box) -> list[Counted]:
    """Every count of a box, in order, with who may what now."""
    return [_counted(one) for one in _rows(box)]


def last_result(box: Box) -> Result | None:
    """What a box came to, as it was last corrected; None while it is not closed."""
    return Result.objects.filter(box=box, correction=None).select_related("by", "about").first()


def agreed_rows(box: Box, round_: int) -> list[Count]:
    """The two counts of a round, in their order."""
    return list(_rows(box).filter(round=round_))


def count_record(
    *, box: Box, badge: str, pin: str, round_: int, numbers: Numbers, total: int, now: datetime
) -> Standing:
    """One agent's count. Equal to the other's and near the log it closes the box; `round_` is what the page was for.

    Refuses `not_for_you`, `same_agent`, `no_supervisor`, `other_agent`, `count_moved`, `count_closed`, `total_differs`.
    """
    staff = _staff(badge, pin, "count", now)
    with transaction.atomic(durable=True):
        box = _locked(box)
        now_ = standing_of(box)
        must_fit(now_, agent_of(staff))
        if now_.round != round_:
            raise Refusal("count_moved")
        if {value for value, _ in numbers} != set(box.chips):
            raise Refusal("bad_pieces")
        pieces = pieces_of(numbers, total)
        Count.objects.create(
            box=box,
            round=now_.round,
            place=2 if now_.first else 1,
            by=staff,
            pieces=pieces,
            total=total,
            at=now,
        )
        after = standing_of(box)
        if after.agreed is not None:
            _close_if_near(box, after.agreed, staff, now)
    return after


def difference_explain(*, box: Box, badge: str, pin: str, reason: str, now: datetime) -> Result:
    """A supervisor says in words why a large difference is there; then the box closes.

    Refuses `no_words`, `not_agreed`, `count_closed`.
    """
    staff = _staff(badge, pin, "explain", now)
    if not reason.strip():
        raise Refusal("no_words")
    with transaction.atomic(durable=True):
        box = _locked(box)
        agreed = standing_of(box).agreed
        if agreed is None:
            raise Refusal("not_agreed")
        if box.results.exists():
            raise Refusal("count_closed")
        return _close(box, agreed, staff, now, reason.strip()[:LONGEST])


def result_correct(
    *,
    result: Result,
    badge: str,
    pin: str,
    numbers: Numbers,
    total: int,
    reason: str,
    now: datetime,
) -> Result:
    """A manager's new record that names the old one, which stays as it was. Refuses `no_words`, `corrected_already`."""
    staff = _staff(badge, pin, "correct", now)
    if not reason.strip():
        raise Refusal("no_words")
    with transaction.atomic(durable=True):
        box = _locked(result.box)
        if Result.objects.filter(about=result).exists():
            raise Refusal("corrected_already")
        if {value for value, _ in numbers} != set(box.chips):
            raise Refusal("bad_pieces")
        pieces = pieces_of(numbers, total)
        return _keep(box, result, 0, pieces, total, staff, now, reason.strip()[:LONGEST])


def _staff(badge: str, pin: str, action: Action, now: datetime) -> Staff:
    staff = staff_by_pin(badge=badge, pin=pin, now=now)  # a try is counted for good, whatever comes
    must(staff, action)
    return staff


def _locked(box: Box) -> Box:
    return (
        Box.objects.select_for_update(of=("self",))
        .select_related("previous", "room")
        .get(pk=box.pk)
    )


def _rows(box: Box) -> QuerySet[Count]:
    return Count.objects.filter(box=box).select_related("by__user").order_by("round", "place")


def _counted(row: Count) -> Counted:
    pieces = tuple((int(value), int(number)) for value, number in row.pieces)
    return Counted(row.round, agent_of(row.by), pieces, row.total)


def _close_if_near(box: Box, agreed: Counted, staff: Staff, now: datetime) -> None:
    if abs(agreed.total - log_of(box).total) <= policy_of(box.room).threshold:
        _close(box, agreed, staff, now, "")


def _close(box: Box, agreed: Counted, staff: Staff, now: datetime, reason: str) -> Result:
    return _keep(box, None, agreed.round, agreed.pieces, agreed.total, staff, now, reason)


def _keep(
    box: Box,
    about: Result | None,
    round_: int,
    pieces: Pieces,
    total: int,
    staff: Staff,
    now: datetime,
    reason: str,
) -> Result:
    logged = log_of(box)
    return Result.objects.create(
        box=box,
        about=about,
        round=round_,
        pieces=pieces,
        total=total,
        rake=logged.rake,
        jackpot=logged.jackpot,
        time=logged.time,
        difference=total - logged.total,
        threshold=policy_of(box.room).threshold,
        reason=reason,
        by=staff,
        at=now,
    )
