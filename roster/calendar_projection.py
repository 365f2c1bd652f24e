"""Projection of a week's log: the shifts in dealers' calendars, with those that are not theirs anymore."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from journal.projections import Change, Logged, Projection, Rows, RowTable
from journal.unix_time import from_milliseconds
from roster.calendar_models import CalendarEntry
from roster.models import RosterWeek
from roster.rules import week_events as e
from roster.rules.week_state import Shift, Week
from roster.week_log import StoredInWeek


@dataclass(frozen=True, slots=True)
class CalendarRow:
    """A row of `CalendarEntry`."""

    number: int
    dealer: str
    start: datetime
    end: datetime
    template: str
    sequence: int
    is_canceled: bool
    changed_at: datetime


def _reduce(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    former: Week = logged.before
    if isinstance(event, e.DealerAssigned):
        shift = former.shift(event.shift)
        yield from _canceled(rows, event.shift, event.before, logged.at)
        if shift is not None and event.dealer:
            yield from _entered(rows, shift, event.dealer, logged.at)
        return
    dealers = {shift.id: shift.dealer for shift in event.shifts}
    for shift in former.published:
        if dealers.get(shift.id) != shift.dealer:
            yield from _canceled(rows, shift.id, shift.dealer, logged.at)
    for shift in event.shifts:
        if shift.dealer:
            yield from _entered(rows, shift, shift.dealer, logged.at)


def _canceled(rows: Rows, number: int, dealer: str, at: datetime) -> Iterator[Change]:
    before = rows.get(CalendarRow, number, dealer)
    if before is not None and not before.is_canceled:
        sequence = before.sequence + 1
        yield before, replace(before, sequence=sequence, is_canceled=True, changed_at=at)


def _entered(rows: Rows, shift: Shift, dealer: str, at: datetime) -> Iterator[Change]:
    """Enter a shift, unless the calendar has it with these times."""
    before = rows.get(CalendarRow, shift.id, dealer)
    row = CalendarRow(
        number=shift.id,
        dealer=dealer,
        start=from_milliseconds(shift.start),
        end=from_milliseconds(shift.end),
        template=shift.template,
        sequence=before.sequence if before else 0,
        is_canceled=False,
        changed_at=before.changed_at if before else at,
    )
    if before is None:
        yield None, row
    elif row != before:
        yield before, replace(row, sequence=before.sequence + 1, changed_at=at)


def _load(stored: StoredInWeek) -> Mapping[type, Q]:
    if any(isinstance(event, e.PlanPublished) for event in stored.events):
        return {CalendarRow: Q()}
    numbers = [event.shift for event in stored.events if isinstance(event, e.DealerAssigned)]
    return {CalendarRow: Q(number__in=numbers)}


CALENDAR = Projection(
    title="calendar entries",
    events=(e.PlanPublished, e.DealerAssigned),
    tables=(RowTable(CalendarRow, CalendarEntry, log="week_id", key=("number", "dealer")),),
    has_owner=lambda log_id: RosterWeek.objects.filter(pk=log_id).exists(),
    reduce=_reduce,
    load=_load,
    with_states=True,
)
