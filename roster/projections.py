"""Projections of crews and weeks: published shifts, attendance, requests, time off."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db.models import Q

from journal.projections import Change, Logged, Projection, Rows, RowTable, StateProjection
from journal.unix_time import from_milliseconds
from roster.models import (
    RoomCrewLog,
    RosterRequest,
    RosterShift,
    RosterWeek,
    ShiftRecord,
    TimeOffRow,
)
from roster.rules import crew_events
from roster.rules import week_events as e
from roster.rules.crew_state import Crew
from roster.rules.week_state import Shift, Week
from roster.week_log import StoredInWeek


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """A row of `RosterShift`."""

    number: int
    day: date
    start: datetime
    end: datetime
    template: str
    dealer: str
    version: int


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A row of `ShiftRecord`."""

    number: int
    dealer: str
    start: datetime | None
    end: datetime | None
    clocked_in: datetime | None = None
    clocked_out: datetime | None = None
    called_off: datetime | None = None
    no_show: datetime | None = None
    let_go: datetime | None = None


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A row of `RosterRequest`."""

    number: int
    kind: str
    status: str
    shift: int
    other: int
    dealer: str
    to: str
    at: datetime
    decided_by: str


@dataclass(frozen=True, slots=True)
class TimeOffRecord:
    """A row of `TimeOffRow`."""

    number: int
    member: str
    first: date
    last: date
    status: str
    at: datetime
    decided_by: str


def _has_week(log_id: int) -> bool:
    return RosterWeek.objects.filter(pk=log_id).exists()


def _moment(value: int) -> datetime | None:
    return from_milliseconds(value) if value else None


def _shift_row(shift: Shift, version: int) -> ShiftRow:
    return ShiftRow(
        number=shift.id,
        day=date.fromisoformat(shift.day),
        start=from_milliseconds(shift.start),
        end=from_milliseconds(shift.end),
        template=shift.template,
        dealer=shift.dealer,
        version=version,
    )


def _reduce_shifts(rows: Rows, logged: Logged) -> Iterable[Change]:
    """version: that in which the shift got its time and dealer."""
    event = logged.event
    if isinstance(event, e.DealerAssigned):
        before = rows.get(ShiftRow, event.shift)
        return [(before, replace(before, dealer=event.dealer))] if before else []
    after: Week = logged.after
    former: Week = logged.before
    numbers = {shift.id for shift in event.shifts}
    changes: list[Change] = [
        (rows.get(ShiftRow, shift.id), None)
        for shift in former.published
        if shift.id not in numbers
    ]
    for shift in event.shifts:
        before = rows.get(ShiftRow, shift.id)
        row = _shift_row(shift, after.version)
        if before is not None and replace(row, version=before.version) == before:
            continue
        changes.append((before, row))
    return changes


def _load_shifts(stored: StoredInWeek) -> Mapping[type, Q]:
    if any(isinstance(event, e.PlanPublished) for event in stored.events):
        return {ShiftRow: Q()}
    numbers = [event.shift for event in stored.events if isinstance(event, e.DealerAssigned)]
    return {ShiftRow: Q(number__in=numbers)}


SHIFTS = Projection(
    title="published shifts",
    events=(e.PlanPublished, e.DealerAssigned),
    tables=(RowTable(ShiftRow, RosterShift, log="week_id", key=("number",)),),
    has_owner=_has_week,
    reduce=_reduce_shifts,
    load=_load_shifts,
    with_states=True,
)


def _reduce_records(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    former: Week = logged.before
    is_let_go = isinstance(event, e.DealerLetGo)
    attendance = former.attendance_of(event.shift)
    dealer = attendance.dealer if is_let_go and attendance else event.dealer
    changed: dict[str, Any] = {RECORD_COLUMNS[type(event)]: from_milliseconds(event.at)}
    before = rows.get(RecordRow, event.shift, dealer)
    if before is not None:
        return [(before, replace(before, **changed))]
    shift = former.shift(event.shift)
    start = _moment(shift.start) if shift else None
    end = _moment(shift.end) if shift else None
    return [(None, RecordRow(event.shift, dealer, start, end, **changed))]


RECORD_COLUMNS: dict[type[e.WeekEvent], str] = {
    e.ClockedIn: "clocked_in",
    e.ClockedOut: "clocked_out",
    e.CalledOff: "called_off",
    e.NoShowMarked: "no_show",
    e.DealerLetGo: "let_go",
}
RECORD_EVENTS = (e.ClockedIn, e.ClockedOut, e.CalledOff, e.NoShowMarked, e.DealerLetGo)


def _load_records(stored: StoredInWeek) -> Mapping[type, Q]:
    numbers = [event.shift for event in stored.events if isinstance(event, RECORD_EVENTS)]
    return {RecordRow: Q(number__in=numbers)}


RECORDS = Projection(
    title="attendance",
    events=RECORD_EVENTS,
    tables=(RowTable(RecordRow, ShiftRecord, log="week_id", key=("number", "dealer")),),
    has_owner=_has_week,
    reduce=_reduce_records,
    load=_load_records,
    with_states=True,
)


def _request_rows(week: Week) -> list[RequestRow]:
    return [
        RequestRow(
            number=request.number,
            kind=request.kind,
            status=request.status,
            shift=request.shift,
            other=request.other,
            dealer=request.dealer,
            to=request.to,
            at=from_milliseconds(request.at),
            decided_by=request.decided_by,
        )
        for request in week.requests
    ]


REQUESTS = StateProjection(
    title="requests of dealers",
    events=(e.RequestMade, e.RequestTaken, e.RequestDecided, e.RequestWithdrawn),
    tables=(RowTable(RequestRow, RosterRequest, log="week_id", key=("number",)),),
    has_owner=_has_week,
    rows_of=_request_rows,
)


def _reduce_time_off(rows: Rows, logged: Logged) -> Iterable[Change]:
    """Rows follow the requests in the state; the log keeps those that the state has dropped."""
    after: Crew = logged.after
    former: Crew = logged.before
    before = {request.number: request for request in former.time_off}
    changed = [request for request in after.time_off if before.get(request.number) != request]
    return [
        (
            rows.get(TimeOffRecord, request.number),
            TimeOffRecord(
                number=request.number,
                member=request.member,
                first=date.fromisoformat(request.first),
                last=date.fromisoformat(request.last),
                status=request.status,
                at=from_milliseconds(request.at),
                decided_by=request.decided_by,
            ),
        )
        for request in changed
    ]


TIME_OFF = Projection(
    title="time off",
    events=(
        crew_events.TimeOffAsked,
        crew_events.TimeOffDecided,
        crew_events.TimeOffCanceled,
        crew_events.MemberRemoved,
    ),
    tables=(RowTable(TimeOffRecord, TimeOffRow, log="crew_id", key=("number",)),),
    has_owner=lambda log_id: RoomCrewLog.objects.filter(pk=log_id).exists(),
    reduce=_reduce_time_off,
    load=lambda stored: {TimeOffRecord: Q(status__in=("asked", "approved"))},
    with_states=True,
)
