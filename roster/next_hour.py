"""Who comes and who goes in the next hour, for the lineup page."""

from dataclasses import dataclass
from datetime import datetime

from journal.unix_time import milliseconds
from roster.rules.people import MINUTE
from roster.rules.week_state import Attendance, Shift, Week
from roster.week_log import current_weeks, load_week
from staff.keys import aliases

HOUR = 60 * MINUTE
LATE = 120 * MINUTE  # a dealer who hasn't come is shown this long after the start of the shift


@dataclass(frozen=True, slots=True)
class Crossing:
    """A dealer who comes or goes. at: Unix milliseconds; is_early: let go before the end of the shift."""

    name: str
    at: int
    is_late: bool = False
    is_early: bool = False


@dataclass(frozen=True, slots=True)
class NextHour:
    """is_planned: whether the room has a published plan for now; open: shifts without a dealer."""

    coming: tuple[Crossing, ...] = ()
    going: tuple[Crossing, ...] = ()
    open: int = 0
    is_planned: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.coming or self.going or self.open)


def next_hour(room_id: int, now: datetime) -> NextHour:
    """Return who comes and who goes within the next hour."""
    ms = milliseconds(now)
    coming: list[Shift] = []
    going: list[Shift] = []
    let_go: list[Attendance] = []
    opened = 0
    is_planned = False
    for row in current_weeks(room_id, now):
        _, week = load_week(row.pk)
        is_planned = is_planned or bool(week.version and week.start <= ms < week.end)
        early = [row for row in week.attendance if row.let_go and not row.clocked_out]
        let_go += early
        shifts_of_early = {row.shift for row in early}
        for shift in week.published:
            if shift.id in shifts_of_early:
                continue
            if not shift.dealer:
                opened += ms <= shift.start <= ms + HOUR
            elif _is_coming(week, shift, ms):
                coming.append(shift)
            elif _is_on_duty(week, shift) and shift.end <= ms + HOUR:
                going.append(shift)
    keys = {shift.dealer for shift in (*coming, *going)} | {row.dealer for row in let_go}
    names = aliases(keys)
    return NextHour(
        coming=tuple(
            Crossing(names.get(shift.dealer, ""), shift.start, is_late=shift.start < ms)
            for shift in sorted(coming, key=lambda shift: shift.start)
        ),
        going=(
            *(
                Crossing(names.get(row.dealer, ""), row.let_go, is_early=True)
                for row in sorted(let_go, key=lambda row: row.let_go)
            ),
            *(
                Crossing(names.get(shift.dealer, ""), shift.end)
                for shift in sorted(going, key=lambda shift: shift.end)
            ),
        ),
        open=opened,
        is_planned=is_planned,
    )


def _is_coming(week: Week, shift: Shift, ms: int) -> bool:
    if not ms - LATE <= shift.start <= ms + HOUR or shift.end <= ms:
        return False
    record = week.attendance_of(shift.id)
    return record is None or record.dealer != shift.dealer or not record.clocked_in


def _is_on_duty(week: Week, shift: Shift) -> bool:
    record = week.attendance_of(shift.id)
    is_own = record is not None and record.dealer == shift.dealer
    return is_own and bool(record and record.clocked_in and not record.clocked_out)
