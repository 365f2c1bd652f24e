"""The job that stores reports: of each shift and each day that is over, once; a new edition of what was corrected.

It asks the database what there is and what is stored, so that a room that was closed catches up when it opens.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from reports import proof
from reports.figures.ranges import of_day as range_of_day
from reports.models import Mailing, MailTo, StoredReport
from reports.rolling.days import Calendar
from reports.rolling.room import calendar_of, locked
from reports.stored.basis import Basis, bases, of_day
from reports.stored.content import DEFINITIONS, content_of, plain, read
from reports.stored.differing import differing
from tables.models import Room

# The house's own measures: no source has any.
WINDOW = timedelta(days=60)  # for so long a report is corrected, and is caught up with
SETTLE = timedelta(minutes=15)  # corrections of a quarter of an hour are one edition
MOST = 8  # reports of one room in one pass


@dataclass(frozen=True, slots=True)
class Over:
    """A shift, or a day where `shift` is "", that is over, with what lies under its report."""

    day: date
    shift: str
    ends: int
    basis: Mapping[str, Basis]


def room_keep(
    room: Room, *, now: datetime, window: timedelta = WINDOW, most: int | None = None
) -> int:
    """Store what is over and was counted, and what was corrected; how many. Of two at once, one finds it done.

    window: how far back from what was counted; most: in this pass, `MOST` where it is not said.
    """
    with locked(room) as rolled:
        counted = datetime.fromtimestamp(rolled.until, tz=UTC)
        since = (min(now, counted) - window).date() if rolled.until else now.date()
        over = list(_over(room, since, rolled.until))
        newest = _newest(room, since)
        due = [one for one in over if _due(one, newest.get((one.day, one.shift)), now)]
        due = due[: most or MOST]
        for one in due:
            _store(room, one, newest.get((one.day, one.shift)), now)
        return len(due)


def shift_ends(calendar: Calendar, day: date, shift: str) -> int:
    """When a shift of a day is over, Unix seconds; the day's end for "" and for a shift that the room has no more."""
    moment, end = calendar.begins(day), calendar.ends(day)
    while shift and moment < end:
        found = calendar.at(moment)
        if found.name == shift:
            return found.ends
        moment = found.ends
    return end


def _over(room: Room, since: date, counted: int) -> Iterator[Over]:
    """The oldest first; at the same moment the shift before the day."""
    calendar, found = calendar_of(room), bases(room, since)
    made = [
        Over(day, shift, shift_ends(calendar, day, shift), {shift: basis})
        for (day, shift), basis in found.items()
    ]
    days = sorted({day for day, _ in found})
    made += [Over(day, "", calendar.ends(day), of_day(found, day)) for day in days]
    return iter(
        sorted(
            (one for one in made if one.ends <= counted),
            key=lambda one: (one.ends, one.shift == ""),
        )
    )


def _newest(room: Room, since: date) -> dict[tuple[date, str], StoredReport]:
    rows = StoredReport.objects.filter(room=room, day__gte=since, following=None)
    return {(row.day, row.shift): row for row in rows.defer("content", "differs")}


def _due(one: Over, newest: StoredReport | None, now: datetime) -> bool:
    if newest is None:
        return True
    return newest.basis != one.basis and newest.made_at <= now - SETTLE


def _store(room: Room, one: Over, newest: StoredReport | None, now: datetime) -> None:
    sheets = content_of(range_of_day(room, one.day, shift=one.shift))
    report = StoredReport.objects.create(
        room=room,
        day=one.day,
        shift=one.shift,
        edition=newest.edition + 1 if newest else 1,
        before=newest,
        ends_at=datetime.fromtimestamp(one.ends, tz=UTC),
        made_at=now,
        definitions=DEFINITIONS,
        content=plain(sheets),
        basis=one.basis,
        differs=differing(read(newest.content), sheets) if newest else [],
        proof=proof.plain(proof.proof_of(room)),
    )
    to: Any = MailTo.objects.filter(room=room, since__lte=report.ends_at).first()
    Mailing.objects.bulk_create(
        Mailing(report=report, address=address, made_at=now, due_at=now)
        for address in (to.addresses if to else ())
    )
