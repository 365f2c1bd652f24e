"""The day for supervisors: who is late, who comes, who is on duty, early outs, and what waits for a decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from journal.unix_time import milliseconds
from roster.pages import local_times as times
from roster.pages.plan_texts import request_text, shift_text
from roster.rules.crew_state import Crew
from roster.rules.people import MINUTE
from roster.rules.week_state import Attendance, EarlyOut, Request, Shift, Week

SOON = 60 * MINUTE


@dataclass(frozen=True, slots=True)
class DayRow:
    """A dealer's shift of the day. overtime: when the dealer's week goes over the house's hours, as a text."""

    monday: str
    shift: Shift
    name: str
    record: Attendance = field(default_factory=lambda: Attendance(0, ""))
    minutes_late: int = 0
    is_soon: bool = False
    is_no_show: bool = False
    is_planned: bool = True
    overtime: str = ""
    note: str = ""
    may_ask_out: bool = False


@dataclass(frozen=True, slots=True)
class Absence:
    """A dealer who called off or did not come. start, end: of the shift, in local time."""

    dealer: str
    start: datetime | None
    end: datetime | None
    no_show: bool


@dataclass(frozen=True, slots=True)
class AbsentRow:
    name: str
    when: str
    what: str


@dataclass(frozen=True, slots=True)
class OutRow:
    """A dealer on the early-out list. is_first: of the list, so that no reason is needed."""

    monday: str
    out: EarlyOut
    shift: Shift
    name: str


@dataclass(frozen=True, slots=True)
class RequestRow:
    monday: str
    request: Request
    name: str
    text: str
    when: str


class DayPage:
    """One day of a room's roster. Today also has the shifts of last night that have not ended."""

    def __init__(
        self,
        weeks: Mapping[str, Week],
        crew: Crew,
        names: Mapping[str, str],
        absences: Sequence[Absence],
        worked: Mapping[tuple[str, str], int],
        day: str,
        now: datetime,
    ) -> None:
        """weeks: by Monday: that of the day, the one before it, and all that are not over; names: aliases by key;
        absences: of the day; worked: minutes of the shifts that dealers ended, by Monday and dealer.
        """
        self.absences = absences
        self.worked = worked
        self.weeks = weeks
        self.crew = crew
        self.names = dict(names)
        self.day = day
        self.ms = milliseconds(now)
        self.is_today = times.local_day(self.ms) == day

    def name(self, key: str) -> str:
        return self.names.get(key, "a former dealer") if key else "Open"

    def _shifts(self) -> Iterator[tuple[str, Week, Shift]]:
        """Yield the shifts of the day, and today those that have not ended or whose dealer is still on duty."""
        for monday, week in self.weeks.items():
            for shift in week.published:
                record = week.attendance_of(shift.id)
                is_on = record is not None and bool(record.clocked_in and not record.clocked_out)
                is_left_over = (
                    self.is_today and shift.start <= self.ms and (shift.end > self.ms or is_on)
                )
                if shift.day == self.day or is_left_over:
                    yield monday, week, shift

    @cached_property
    def rows(self) -> list[DayRow]:
        """Return a row for each shift of the day, by its start."""
        rows = [self._row(monday, week, shift) for monday, week, shift in self._shifts()]
        return sorted(rows, key=lambda row: (row.shift.start, row.name.casefold()))

    def _row(self, monday: str, week: Week, shift: Shift) -> DayRow:
        record = week.attendance_of(shift.id)
        if record is None or record.dealer != shift.dealer:
            record = Attendance(shift.id, shift.dealer)
        late = (self.ms - shift.start) // MINUTE
        is_waiting = bool(shift.dealer) and not record.clocked_in
        return DayRow(
            monday=monday,
            shift=shift,
            name=self.name(shift.dealer),
            record=record,
            minutes_late=late if is_waiting and late >= self.crew.rules.late_minutes else 0,
            is_soon=is_waiting and 0 <= shift.start - self.ms <= SOON,
            is_no_show=is_waiting and late >= self.crew.rules.no_show_minutes,
            overtime=self._overtime(week, shift, record),
            note=self._note(week, shift),
            may_ask_out=self._may_ask_out(week, record),
        )

    def _note(self, week: Week, shift: Shift) -> str:
        template = self.crew.template(shift.template)
        record = week.attendance_of(shift.id)
        if not shift.dealer and record is not None:
            why = "didn\u2019t come" if record.no_show else f"called off: {record.reason}"
            return f"{self.name(record.dealer)} {why}"
        return template.title if template else ""

    def _may_ask_out(self, week: Week, record: Attendance) -> bool:
        if not record.clocked_in or record.clocked_out or record.let_go:
            return False
        return not any(
            row.dealer == record.dealer and row.status == "asked" for row in week.early_outs
        )

    def _overtime(self, week: Week, shift: Shift, record: Attendance) -> str:
        """Return when the dealer's work of the week passes the house's limit, if it does before the shift ends."""
        if not record.clocked_in or record.clocked_out:
            return ""
        worked = self.worked.get((week.monday, record.dealer), 0)
        left = (self.crew.rules.overtime_minutes - worked) * MINUTE
        at = record.clocked_in + left
        if at >= max(shift.end, self.ms):
            return ""
        return f"overtime {'since' if at <= self.ms else 'from'} {times.clock_text(max(at, record.clocked_in))}"

    @property
    def late(self) -> list[DayRow]:
        return [row for row in self.rows if row.minutes_late and row.shift.end > self.ms]

    @property
    def coming(self) -> list[DayRow]:
        """Return the dealers who are still to come and not late."""
        return [
            row
            for row in self.rows
            if row.shift.dealer
            and not row.record.clocked_in
            and not row.minutes_late
            and row.shift.end > self.ms
        ]

    @property
    def open(self) -> list[DayRow]:
        return [row for row in self.rows if not row.shift.dealer and row.shift.end > self.ms]

    @cached_property
    def on_duty(self) -> list[DayRow]:
        """Return the dealers on duty, those without a shift after the others."""
        planned = [row for row in self.rows if row.record.clocked_in and not row.record.clocked_out]
        return planned + (list(self._unplanned()) if self.is_today else [])

    def _unplanned(self) -> Iterator[DayRow]:
        for monday, week in self.weeks.items():
            known = {shift.id for shift in week.published}
            for record in week.attendance:
                if record.shift in known or not record.clocked_in or record.clocked_out:
                    continue
                shift = Shift(record.shift, self.day, record.clocked_in, 0, dealer=record.dealer)
                yield DayRow(
                    monday,
                    shift,
                    self.name(record.dealer),
                    record,
                    is_planned=False,
                    overtime=self._overtime(week, shift, record),
                    may_ask_out=self._may_ask_out(week, record),
                )

    @property
    def done(self) -> list[DayRow]:
        return [row for row in self.rows if row.record.clocked_out]

    @property
    def absent(self) -> list[AbsentRow]:
        """Return the dealers who called off or did not come, whoever has their shifts now."""
        return [
            AbsentRow(
                self.name(record.dealer),
                f"{record.start:%H:%M} to {record.end:%H:%M}"
                if record.start and record.end
                else "",
                "no-show" if record.no_show else "called off",
            )
            for record in self.absences
        ]

    @cached_property
    def early_outs(self) -> list[OutRow]:
        """Return the early-out list in the order of asking."""
        rows = []
        for monday, week in self.weeks.items() if self.is_today else ():
            for out in week.early_outs:
                if out.status == "asked":
                    shift = week.shift(out.shift) or Shift(out.shift, self.day, out.at, 0)
                    rows.append(OutRow(monday, out, shift, self.name(out.dealer)))
        return sorted(rows, key=lambda row: row.out.at)

    @cached_property
    def requests(self) -> list[RequestRow]:
        """Return what waits for a supervisor, of all weeks, the next shift first."""
        rows = []
        for monday, week in self.weeks.items():
            for request in week.requests:
                shift = week.shift(request.shift)
                if request.status != "taken" or shift is None or shift.end <= self.ms:
                    continue
                name = self.name(request.dealer or request.to)
                rows.append((shift.start, self._request(monday, week, request, shift, name)))
        return [row for _, row in sorted(rows, key=lambda item: item[0])]

    def _request(
        self, monday: str, week: Week, request: Request, shift: Shift, name: str
    ) -> RequestRow:
        other = week.shift(request.other)
        when = shift_text(shift) + (f", for {shift_text(other)}" if other else "")
        return RequestRow(monday, request, name, request_text(request, self.names), when)

    @property
    def crew_choices(self) -> list[tuple[str, str]]:
        """Return the dealers of the crew by name."""
        choices = [(key, self.name(key)) for key in self.crew.members]
        return sorted(choices, key=lambda choice: choice[1].casefold())
