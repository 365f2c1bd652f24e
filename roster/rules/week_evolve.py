"""Applies events to a week, with one small function per event. It refuses nothing."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from poker.handlers import Evolve
from roster.rules import week_events as e
from roster.rules.people import SKILLS
from roster.rules.week_state import Attendance, EarlyOut, NeedLine, Run, Shift, Week


def evolve(week: Week, event: e.WeekEvent) -> Week:
    """Return the week after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](week, event)


def kept_shifts(week: Week, started: int) -> tuple[Shift, ...]:
    """Return the shifts of the draft that a run keeps: those fixed by a manager, those begun before the run, and those
    to which someone has already come.
    """
    worked = {row.shift for row in week.attendance if row.clocked_in}
    return tuple(
        shift
        for shift in week.draft
        if shift.is_fixed or shift.start <= started or shift.id in worked
    )


def _opened(week: Week, event: e.WeekOpened) -> Week:
    return replace(week, monday=event.monday, start=event.start, end=event.end)


def _need_set(week: Week, event: e.NeedSet) -> Week:
    return replace(week, need=event.lines)


def _need_edited(week: Week, event: e.NeedEdited) -> Week:
    by_skill = {line.skill: line.dealers for line in week.need}
    dealers = list(by_skill.get(event.skill, (0,) * week.half_hours))
    half_hours = range(event.first, event.last + 1)
    for half_hour in half_hours:
        dealers[half_hour] = event.dealers
    by_skill[event.skill] = tuple(dealers)
    lines = tuple(NeedLine(skill, by_skill[skill]) for skill in SKILLS if skill in by_skill)
    return replace(week, need=lines, edited=tuple(sorted({*week.edited, *half_hours})))


def _run_started(week: Week, event: e.RunStarted) -> Week:
    run = Run(event.number, event.planner, started=event.at)
    return replace(week, runs=event.number, run=run)


def _run_stored(week: Week, event: e.RunStored) -> Week:
    assert week.run is not None
    run = replace(
        week.run, status=event.status, cost=event.cost, bound=event.bound, unmet=event.unmet
    )
    week = replace(week, run=run)
    if not event.shifts:
        return week
    draft = _sorted((*kept_shifts(week, run.started), *event.shifts))
    return replace(week, draft=draft, shifts=_highest(week, event.shifts))


def _sorted(shifts: Sequence[Shift]) -> tuple[Shift, ...]:
    return tuple(sorted(shifts, key=lambda shift: (shift.start, shift.end, shift.id)))


def _highest(week: Week, shifts: Sequence[Shift]) -> int:
    return max((week.shifts, *(shift.id for shift in shifts)))


def _placed(week: Week, event: e.ShiftPlaced) -> Week:
    draft = _sorted((*week.draft, event.shift))
    return replace(week, draft=draft, shifts=_highest(week, (event.shift,)))


def _changed(week: Week, event: e.ShiftChanged) -> Week:
    others = [shift for shift in week.draft if shift.id != event.shift.id]
    return replace(week, draft=_sorted((*others, event.shift)))


def _removed(week: Week, event: e.ShiftRemoved) -> Week:
    return replace(week, draft=tuple(shift for shift in week.draft if shift.id != event.shift))


def _released(week: Week, event: e.ShiftReleased) -> Week:
    draft = tuple(
        replace(shift, is_fixed=False) if shift.id == event.shift else shift for shift in week.draft
    )
    return replace(week, draft=draft)


def _published(week: Week, event: e.PlanPublished) -> Week:
    return replace(week, published=event.shifts, draft=_sorted(event.shifts), version=event.version)


def _request_made(week: Week, event: e.RequestMade) -> Week:
    request = event.request
    return replace(week, requests=(*week.requests, request), asked=request.number)


def _request_taken(week: Week, event: e.RequestTaken) -> Week:
    return _changed_request(week, event.number, status="taken", to=event.to)


def _request_decided(week: Week, event: e.RequestDecided) -> Week:
    status = "approved" if event.is_approved else "refused"
    return _changed_request(
        week, event.number, status=status, decided_by=event.by, reason=event.reason
    )


def _request_withdrawn(week: Week, event: e.RequestWithdrawn) -> Week:
    return _changed_request(week, event.number, status="withdrawn", reason=event.reason)


def _changed_request(week: Week, number: int, **changes: Any) -> Week:
    requests = tuple(
        replace(request, **changes) if request.number == number else request
        for request in week.requests
    )
    return replace(week, requests=requests)


def _assigned(week: Week, event: e.DealerAssigned) -> Week:
    """The draft follows, unless the manager already gave the shift to someone else there."""
    published = tuple(
        replace(shift, dealer=event.dealer) if shift.id == event.shift else shift
        for shift in week.published
    )
    draft = tuple(
        replace(shift, dealer=event.dealer, is_fixed=bool(event.dealer))
        if shift.id == event.shift and shift.dealer == event.before
        else shift
        for shift in week.draft
    )
    return replace(week, published=published, draft=draft)


def _called_off(week: Week, event: e.CalledOff) -> Week:
    week = _attended(week, event.shift, event.dealer, called_off=event.at, reason=event.reason)
    return _withdrawn_outs(week, event.dealer)


def _no_show(week: Week, event: e.NoShowMarked) -> Week:
    return _attended(week, event.shift, event.dealer, no_show=event.at)


def _clocked_in(week: Week, event: e.ClockedIn) -> Week:
    week = replace(week, shifts=max(week.shifts, event.shift))
    return _attended(week, event.shift, event.dealer, clocked_in=event.at)


def _clocked_out(week: Week, event: e.ClockedOut) -> Week:
    week = _attended(week, event.shift, event.dealer, clocked_out=event.at)
    return _withdrawn_outs(week, event.dealer)


def _attended(week: Week, shift: int, dealer: str, **changes: Any) -> Week:
    """Change the attendance of a shift. It is that of its present dealer; the log keeps the earlier ones."""
    before = week.attendance_of(shift)
    if before is None or before.dealer != dealer:
        others = tuple(row for row in week.attendance if row.shift != shift)
        row = replace(Attendance(shift, dealer), **changes)
        return replace(week, attendance=(*others, row))
    rows = tuple(replace(row, **changes) if row.shift == shift else row for row in week.attendance)
    return replace(week, attendance=rows)


def _withdrawn_outs(week: Week, dealer: str) -> Week:
    """A dealer who goes home is no longer on the early-out list."""
    rows = tuple(
        replace(row, status="withdrawn") if row.dealer == dealer and row.status == "asked" else row
        for row in week.early_outs
    )
    return replace(week, early_outs=rows)


def _out_asked(week: Week, event: e.EarlyOutAsked) -> Week:
    return replace(week, early_outs=(*week.early_outs, event.row), outs=event.row.number)


def _out_withdrawn(week: Week, event: e.EarlyOutWithdrawn) -> Week:
    return _changed_out(week, event.number, status="withdrawn")


def _let_go(week: Week, event: e.DealerLetGo) -> Week:
    row = week.early_out(event.number)
    assert row is not None
    week = _attended(week, event.shift, row.dealer, let_go=event.at)
    return _changed_out(week, event.number, status="let_go")


def _changed_out(week: Week, number: int, **changes: Any) -> Week:
    rows: tuple[EarlyOut, ...] = tuple(
        replace(row, **changes) if row.number == number else row for row in week.early_outs
    )
    return replace(week, early_outs=rows)


_STEPS: dict[type[e.WeekEvent], Evolve[Week]] = {
    e.WeekOpened: _opened,
    e.NeedSet: _need_set,
    e.NeedEdited: _need_edited,
    e.RunStarted: _run_started,
    e.RunStored: _run_stored,
    e.ShiftPlaced: _placed,
    e.ShiftChanged: _changed,
    e.ShiftRemoved: _removed,
    e.ShiftReleased: _released,
    e.PlanPublished: _published,
    e.RequestMade: _request_made,
    e.RequestTaken: _request_taken,
    e.RequestDecided: _request_decided,
    e.RequestWithdrawn: _request_withdrawn,
    e.DealerAssigned: _assigned,
    e.CalledOff: _called_off,
    e.NoShowMarked: _no_show,
    e.ClockedIn: _clocked_in,
    e.ClockedOut: _clocked_out,
    e.EarlyOutAsked: _out_asked,
    e.EarlyOutWithdrawn: _out_withdrawn,
    e.DealerLetGo: _let_go,
}
