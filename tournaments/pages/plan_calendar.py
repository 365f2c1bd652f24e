"""The calendar of a room's events: ten days, and where they want more tables than the room has."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_GET

from staff.models import Room, Staff
from staff.permissions import may
from tournaments.expectations import Shortage, shortages
from tournaments.models import EventSummary
from tournaments.pages.plan_access import plan_page
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address

DAYS = 10
FIRST_DAY = date(2000, 1, 1)
LAST_DAY = date(2100, 1, 1)


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An event of the calendar."""

    summary: EventSummary

    @property
    def time(self) -> str:
        return f"{timezone.localtime(self.summary.starts_at):%H:%M}"

    @property
    def state(self) -> str:
        """Return what the calendar shows at the right: entries, "running", "canceled" or "open"."""
        summary = self.summary
        if summary.status == "running":
            return f"running, {summary.left} left"
        if summary.status in ("canceled", "day_over"):
            return {"canceled": "canceled", "day_over": f"day {summary.day} is over"}[
                summary.status
            ]
        if not summary.entries:
            return "open"
        return f"{summary.entries} entr{'y' if summary.entries == 1 else 'ies'}"


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day with its events in the order of their starts."""

    day: date
    is_today: bool
    events: list[CalendarEvent]


class CalendarPage:
    """Ten days of a room."""

    def __init__(self, room: Room, first: date, now: datetime) -> None:
        self.room = room
        self.first = first
        self.now = now

    @property
    def last(self) -> date:
        return self.first + timedelta(days=DAYS - 1)

    @property
    def previous(self) -> date:
        return self.first - timedelta(days=DAYS)

    @property
    def next(self) -> date:
        return self.first + timedelta(days=DAYS)

    @cached_property
    def _summaries(self) -> list[EventSummary]:
        start = timezone.make_aware(datetime.combine(self.first, time()))
        end = timezone.make_aware(datetime.combine(self.next, time()))
        rows = EventSummary.objects.filter(
            event__room=self.room, starts_at__gte=start, starts_at__lt=end
        )
        return list(rows.select_related("event__room").order_by("starts_at", "event__number"))

    @cached_property
    def days(self) -> list[CalendarDay]:
        today = timezone.localtime(self.now).date()
        by_day: dict[date, list[CalendarEvent]] = {}
        for summary in self._summaries:
            day = timezone.localtime(summary.starts_at).date()
            by_day.setdefault(day, []).append(CalendarEvent(summary))
        days = [self.first + timedelta(days=index) for index in range(DAYS)]
        return [CalendarDay(day, day == today, by_day.get(day, [])) for day in days]

    @property
    def event_count(self) -> int:
        return sum(summary.status != "canceled" for summary in self._summaries)

    @property
    def entry_count(self) -> int:
        return sum(summary.entries for summary in self._summaries)

    @cached_property
    def shortages(self) -> list[Shortage]:
        return shortages(self.room, self._summaries)


@require_GET
@for_staff("tournaments.view_event")
@with_room_in_address
def calendar(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show ten days from `?first=`, or from today."""
    room, _ = selected_room(request, staff)
    now = timezone.now()
    first = day_in(request.GET.get("first", "")) or timezone.localtime(now).date()
    context = {
        "page": CalendarPage(room, first, now) if room else None,
        "may_direct": may(staff, "tournaments.direct_event"),
    }
    return plan_page(request, staff, "calendar", room, context)


def day_in(text: str) -> date | None:
    """Return a day of an address or a form, None for anything else."""
    try:
        day = parse_date(text.strip()[:10])
    except ValueError:
        return None
    return day if day and FIRST_DAY <= day <= LAST_DAY else None
