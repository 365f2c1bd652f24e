"""Dealers' hours, breaks and times in a box of a period, from the lineup's log."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from journal.models import Entry
from journal.unix_time import milliseconds
from lineup.actions import LINEUP
from lineup.rules.duty import DutyRecord, Span, duty_record

# A dealer who clocked in earlier than this before a period and has not clocked out is not on duty.
LONGEST_DUTY = timedelta(days=2)
LATEST = timedelta(hours=12)  # after its time, until which a push from an offline tablet is stored


@dataclass(frozen=True, slots=True)
class PeriodRecord:
    """What dealers did in a period, cut to it."""

    duty: list[Span]
    breaks: list[Span]
    boxes: list[Span]


def record_of(room_id: int, start: datetime, end: datetime) -> PeriodRecord:
    """Return what the dealers of a room did from `start` to `end`."""
    until = end + LATEST
    rows = Entry.objects.filter(
        stream__dealers__room=room_id, at__gte=start - LONGEST_DUTY, at__lt=until
    ).order_by("seq")
    events = (LINEUP.decode(entry) for entry in rows.iterator())
    record: DutyRecord = duty_record(events, milliseconds(until))
    return PeriodRecord(
        *(_cut(spans, start, end) for spans in (record.duty, record.breaks, record.boxes))
    )


def _cut(spans: list[Span], start: datetime, end: datetime) -> list[Span]:
    parts = (span.cut(milliseconds(start), milliseconds(end)) for span in spans)
    return [part for part in parts if part is not None]
