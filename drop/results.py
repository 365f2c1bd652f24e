"""Counts boxes and closes them. The first count stays hidden until the second one is in.

Also records explanations and corrections.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from drop.boxes import logged_drop
from drop.models import DropBox, DropCount, DropResult, policy_of
from drop.rules.counting import (
    Agent,
    CountEntry,
    CountStatus,
    Pieces,
    check_agent,
    parse_count,
    standing,
)
from poker.refusal import Refusal
from staff.models import Staff
from staff.permissions import Permission, may, require
from staff.pins import staff_by_pin

REASON_LENGTH = 500
Numbers = Sequence[tuple[int, int]]  # pairs of a denomination and a number of chips


def standing_of(box: DropBox) -> CountStatus:
    """Return the count status of a box."""
    return standing(counts_of(box))


def standings(boxes: Sequence[DropBox]) -> dict[int, CountStatus]:
    """Return the count status of each of these boxes, by box, without querying permissions."""
    counts_by_box: dict[int, list[CountEntry]] = {box.pk: [] for box in boxes}
    rows = DropCount.objects.filter(box__in=boxes).select_related("by").order_by("round", "place")
    for row in rows:
        pieces = tuple((int(value), int(number)) for value, number in row.pieces)
        agent = Agent(row.by_id, row.by.alias, supervises=False)
        counts_by_box[row.box_id].append(CountEntry(row.round, agent, pieces, row.total))
    return {pk: standing(counts) for pk, counts in counts_by_box.items()}


def counts_of(box: DropBox) -> list[CountEntry]:
    """Return every count of a box in order, with the agents' current permissions."""
    return [_counted(count) for count in _rows(box)]


def last_result(box: DropBox) -> DropResult | None:
    """Return a box's result or its latest correction; None while the box is open."""
    return DropResult.objects.filter(box=box, correction=None).select_related("by", "about").first()


def agreed_counts(box: DropBox, round_: int) -> list[DropCount]:
    """Return both counts of a round in the order they were made."""
    return list(_rows(box).filter(round=round_))


def count_record(
    *, box: DropBox, badge: str, pin: str, round_: int, numbers: Numbers, total: int, now: datetime
) -> CountStatus:
    """Record one agent's count. If it equals the other count and is near the logged drop, the box closes.

    `round_` is the round that the sender's page showed. Raises `Refusal`: `not_allowed`, `same_agent`,
    `no_supervisor`, `other_agent`, `count_moved`, `count_closed`, `total_differs`.
    """
    staff = _staff(box, badge, pin, "tables.count_box", now)
    with transaction.atomic(durable=True):
        box = _locked(box)
        now_ = standing_of(box)
        check_agent(now_, agent_of(staff))
        if now_.round != round_:
            raise Refusal("count_moved")
        if {value for value, _ in numbers} != set(box.chips):
            raise Refusal("bad_pieces")
        pieces = parse_count(numbers, total)
        DropCount.objects.create(
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


def difference_explain(
    *, box: DropBox, badge: str, pin: str, reason: str, now: datetime
) -> DropResult:
    """Record a supervisor's explanation of a large difference and close the box.

    Raises `Refusal`: `no_words`, `not_agreed`, `count_closed`.
    """
    staff = _staff(box, badge, pin, "tables.supervise", now)
    if not reason.strip():
        raise Refusal("no_words")
    with transaction.atomic(durable=True):
        box = _locked(box)
        agreed = standing_of(box).agreed
        if agreed is None:
            raise Refusal("not_agreed")
        if box.results.exists():
            raise Refusal("count_closed")
        return _close(box, agreed, staff, now, reason.strip()[:REASON_LENGTH])


def result_correct(
    *,
    result: DropResult,
    badge: str,
    pin: str,
    numbers: Numbers,
    total: int,
    reason: str,
    now: datetime,
) -> DropResult:
    """Record a manager's correction of a result. The result itself stays.

    Raises `Refusal`: `no_words`, `corrected_already`.
    """
    staff = _staff(result.box, badge, pin, "tables.correct_box", now)
    if not reason.strip():
        raise Refusal("no_words")
    with transaction.atomic(durable=True):
        box = _locked(result.box)
        if DropResult.objects.filter(about=result).exists():
            raise Refusal("corrected_already")
        if {value for value, _ in numbers} != set(box.chips):
            raise Refusal("bad_pieces")
        pieces = parse_count(numbers, total)
        return _keep(box, result, 0, pieces, total, staff, now, reason.strip()[:REASON_LENGTH])


def _staff(box: DropBox, badge: str, pin: str, permission: Permission, now: datetime) -> Staff:
    # A PIN attempt counts even if the correction is refused.
    staff = staff_by_pin(badge=badge, pin=pin, room_id=box.room_id, now=now)
    require(staff, permission)
    return staff


def agent_of(staff: Staff) -> Agent:
    """Return the staff member as a counting agent."""
    return Agent(
        staff.pk, staff.alias, may(staff, "tables.supervise"), may(staff, "tables.correct_box")
    )


def _locked(box: DropBox) -> DropBox:
    return (
        DropBox.objects.select_for_update(of=("self",))
        .select_related("previous", "room")
        .get(pk=box.pk)
    )


def _rows(box: DropBox) -> QuerySet[DropCount]:
    return DropCount.objects.filter(box=box).select_related("by__user").order_by("round", "place")


def _counted(row: DropCount) -> CountEntry:
    pieces = tuple((int(value), int(number)) for value, number in row.pieces)
    return CountEntry(row.round, agent_of(row.by), pieces, row.total)


def _close_if_near(box: DropBox, agreed: CountEntry, staff: Staff, now: datetime) -> None:
    if abs(agreed.total - logged_drop(box).total) <= policy_of(box.room).threshold:
        _close(box, agreed, staff, now, "")


def _close(
    box: DropBox, agreed: CountEntry, staff: Staff, now: datetime, reason: str
) -> DropResult:
    return _keep(box, None, agreed.round, agreed.pieces, agreed.total, staff, now, reason)


def _keep(
    box: DropBox,
    about: DropResult | None,
    round_: int,
    pieces: Pieces,
    total: int,
    staff: Staff,
    now: datetime,
    reason: str,
) -> DropResult:
    logged = logged_drop(box)
    return DropResult.objects.create(
        box=box,
        about=about,
        round=round_,
        pieces=pieces,
        total=total,
        rake=logged.rake,
        jackpot=logged.jackpot,
        time=logged.time,
        buy_ins=logged.buy_ins,
        difference=total - logged.total,
        threshold=policy_of(box.room).threshold,
        reason=reason,
        by=staff,
        at=now,
    )
