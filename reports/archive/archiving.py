"""Archive the report of each ended shift and day once, and a new edition after each correction.

The task compares the database with the archive, so a server that was down catches up when it starts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from reports import chain_status
from reports.archive.content import DEFINITIONS, content_of, plain, read
from reports.archive.diff import diff
from reports.archive.source_sums import Basis, bases, of_day
from reports.figures.ranges import of_day as range_of_day
from reports.models import ArchivedReport, ReportEmail, ReportRecipients
from reports.rollups.gaming_days import Calendar
from reports.rollups.room import calendar_of, locked
from staff.models import Room

# House choices; no source specifies these.
WINDOW = timedelta(days=60)  # how far back missing reports are archived and archived ones corrected
SETTLE = timedelta(minutes=15)  # corrections within this time share one edition
MAX_REPORTS = 8  # reports of one room in one pass


@dataclass(frozen=True, slots=True)
class ClosedPeriod:
    """An ended shift, or an ended day if `shift` is ""."""

    day: date
    shift: str
    ends: int  # Unix seconds
    basis: Mapping[str, Basis]  # the sums its report is built from


def room_archive_reports(
    room: Room, *, now: datetime, window: timedelta = WINDOW, most: int | None = None
) -> int:
    """Archive reports of ended shifts and days, and new editions of corrected ones; return how many.

    Only periods whose logs are fully counted are stored, one transaction for each report. A concurrent call waits for
    the lock and finds the work done.
    window: how far back from the last counted moment; most: reports in this pass, `MAX_REPORTS` if None.
    """
    count = 0
    while count < (most or MAX_REPORTS) and _archive_next(room, now, window):
        count += 1
    return count


def _archive_next(room: Room, now: datetime, window: timedelta) -> bool:
    """Archive the oldest report that is due; return whether there was one."""
    with locked(room) as progress:
        counted = datetime.fromtimestamp(progress.until, tz=UTC)
        since = (min(now, counted) - window).date() if progress.until else now.date()
        newest = _newest(room, since)
        for closed_period in _closed_periods(room, since, progress.until):
            edition = newest.get((closed_period.day, closed_period.shift))
            if _is_due(closed_period, edition, now):
                _store(room, closed_period, edition, now)
                return True
        return False


def shift_ends(calendar: Calendar, day: date, shift: str) -> int:
    """Return when a shift of a day ends, in Unix seconds; the end of the day for "" and for a shift that no
    longer exists.
    """
    moment = calendar.begins(day)
    end = calendar.ends(day)
    while shift and moment < end:
        current_shift = calendar.at(moment)
        if current_shift.name == shift:
            return current_shift.ends
        moment = current_shift.ends
    return end


def _closed_periods(room: Room, since: date, counted: int) -> Iterator[ClosedPeriod]:
    """Yield the ended periods, oldest first; a shift comes before the day that ends at the same moment."""
    calendar = calendar_of(room)
    bases_by_shift = bases(room, since)
    closed_periods = [
        ClosedPeriod(day, shift, shift_ends(calendar, day, shift), {shift: basis})
        for (day, shift), basis in bases_by_shift.items()
    ]
    days = sorted({day for day, _ in bases_by_shift})
    closed_periods += [
        ClosedPeriod(day, "", calendar.ends(day), of_day(bases_by_shift, day)) for day in days
    ]
    return iter(
        sorted(
            (closed_period for closed_period in closed_periods if closed_period.ends <= counted),
            key=lambda closed_period: (closed_period.ends, closed_period.shift == ""),
        )
    )


def _newest(room: Room, since: date) -> dict[tuple[date, str], ArchivedReport]:
    rows = ArchivedReport.objects.filter(room=room, day__gte=since, following=None)
    return {(row.day, row.shift): row for row in rows.defer("content", "differs")}


def _is_due(closed_period: ClosedPeriod, newest: ArchivedReport | None, now: datetime) -> bool:
    if newest is None:
        return True
    return newest.basis != closed_period.basis and newest.made_at <= now - SETTLE


def _store(
    room: Room, closed_period: ClosedPeriod, newest: ArchivedReport | None, now: datetime
) -> None:
    sheets = content_of(range_of_day(room, closed_period.day, shift=closed_period.shift))
    report = ArchivedReport.objects.create(
        room=room,
        day=closed_period.day,
        shift=closed_period.shift,
        edition=newest.edition + 1 if newest else 1,
        before=newest,
        ends_at=datetime.fromtimestamp(closed_period.ends, tz=UTC),
        made_at=now,
        definitions=DEFINITIONS,
        content=plain(sheets),
        basis=closed_period.basis,
        differs=diff(read(newest.content), sheets) if newest else [],
        proof=chain_status.to_json(chain_status.chain_status_of(room)),
    )
    to = ReportRecipients.objects.filter(room=room, since__lte=report.ends_at).first()
    ReportEmail.objects.bulk_create(
        ReportEmail(report=report, address=address, made_at=now, due_at=now)
        for address in (to.addresses if to else ())
    )
