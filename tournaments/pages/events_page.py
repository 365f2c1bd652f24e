"""The list of a room's events."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils import timezone

from staff.models import Room, Staff
from staff.permissions import may
from tournaments.models import EventSummary

CLOSED_SHOWN = 30
STATUS_TEXTS = {
    "scheduled": "scheduled",
    "running": "running",
    "day_over": "between days",
    "closed": "closed",
    "canceled": "canceled",
}


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event of the list."""

    summary: EventSummary
    number: int

    @property
    def status(self) -> str:
        return STATUS_TEXTS[self.summary.status]


class EventsPage:
    """The events of a room at one moment."""

    def __init__(self, room: Room, staff: Staff, now: datetime) -> None:
        self.room = room
        self.now = now
        self.may_plan = may(staff, "tournaments.plan_event")
        self.may_direct = may(staff, "tournaments.direct_event")
        self.may_report = may(staff, "reports.read_reports")
        self.may_sell = may(staff, "tournaments.sell_entry")

    @cached_property
    def _rows(self) -> list[EventRow]:
        summaries = EventSummary.objects.filter(event__room=self.room).select_related("event")
        open_rows = summaries.exclude(status__in=("closed", "canceled")).order_by(
            "starts_at", "event__number"
        )
        closed = summaries.filter(status="closed").order_by("-starts_at")[:CLOSED_SHOWN]
        return [EventRow(summary, summary.event.number) for summary in (*open_rows, *closed)]

    @property
    def running(self) -> list[EventRow]:
        return [row for row in self._rows if row.summary.status in ("running", "day_over")]

    @property
    def today(self) -> list[EventRow]:
        """Return the events that are to start within the next twelve hours, or should have started."""
        until = self.now + timedelta(hours=12)
        return [row for row in self._scheduled if row.summary.starts_at <= until]

    @property
    def later(self) -> list[tuple[str, list[EventRow]]]:
        """Return the later events by day."""
        until = self.now + timedelta(hours=12)
        days: dict[str, list[EventRow]] = {}
        for row in self._scheduled:
            if row.summary.starts_at > until:
                day = f"{timezone.localtime(row.summary.starts_at):%A, %b %-d}"
                days.setdefault(day, []).append(row)
        return list(days.items())

    @property
    def closed(self) -> list[EventRow]:
        return [row for row in self._rows if row.summary.status == "closed"]

    @property
    def _scheduled(self) -> list[EventRow]:
        return [row for row in self._rows if row.summary.status == "scheduled"]
