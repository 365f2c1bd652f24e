"""The page that schedules one event or a series from a template."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_time
from django.views.decorators.http import require_http_methods

from poker.refusal import Refusal
from staff.models import Room, Staff
from tournaments.models import ScheduledEvent, TournamentTemplate
from tournaments.pages.plan_access import number_in, plan_page
from tournaments.pages.plan_calendar import day_in
from tournaments.pages.plan_editor import USUAL_START
from tournaments.templates_store import (
    MOST_IN_SERIES,
    current_templates,
    daily_starts,
    local_start,
    schedule_series,
)
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.rooms import selected_room, with_room_in_address

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MOST_DAYS = 60  # between two events of a series
LONGEST_NAME = 60
GRACE = timedelta(hours=12)  # an event that has started already can still be added
# The field at which a refusal is shown, by its code.
PLACES = {
    "no_such_template": "template",
    "schedule_start": "day",
    "schedule_count": "count",
    "schedule_every": "every",
    "schedule_names": "names",
    "start_past": "day",
    "start_missing": "time",
}


@dataclass(slots=True)
class ScheduleForm:
    """The form as typed. names: one a line, for the first events of the series."""

    template: str = ""
    day: str = ""
    time: str = ""
    count: str = "1"
    every: str = "1"
    weekdays: tuple[str, ...] = ()
    series: str = ""
    names: str = ""

    @property
    def name_lines(self) -> list[str]:
        lines = [" ".join(line.split())[:LONGEST_NAME] for line in self.names.splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def starts(self, now: datetime) -> list[datetime]:
        """Return the starts. Raises `Refusal`: `schedule_…`, `start_past`, `start_missing`."""
        count, every = number_in(self.count), number_in(self.every)
        if not 1 <= count <= MOST_IN_SERIES:
            raise Refusal("schedule_count", "", most=MOST_IN_SERIES)
        if not 1 <= every <= MOST_DAYS:
            raise Refusal("schedule_every", "", most=MOST_DAYS)
        first = start_in(self.day, self.time, now)
        weekdays = {int(day) for day in self.weekdays if day in "0123456" and len(day) == 1}
        return daily_starts(first, count, every, weekdays)

    def event_names(self) -> list[str]:
        """Return a name for each event, "" for the template's. Raises `Refusal`: `schedule_names`."""
        count = number_in(self.count)
        lines = self.name_lines
        if len(lines) > count:
            raise Refusal("schedule_names", "", names=len(lines), events=count)
        return lines + [""] * (count - len(lines))


def start_in(day: str, clock: str, now: datetime) -> datetime:
    """Return a typed local day and time as a moment.

    Raises `Refusal`: `schedule_start`, `start_past`, `start_missing`.
    """
    typed_day = day_in(day)
    try:
        typed_time = parse_time(clock.strip()[:8])
    except ValueError:
        typed_time = None
    if typed_day is None or typed_time is None:
        raise Refusal("schedule_start")
    wall = datetime.combine(typed_day, typed_time.replace(second=0, microsecond=0, tzinfo=None))
    start = local_start(wall)
    if start < now - GRACE:
        raise Refusal("start_past", "", start=f"{wall:%a, %b %-d, %H:%M}")
    return start


@require_http_methods(["GET", "POST"])
@for_staff("tournaments.plan_event")
@with_room_in_address
def schedule(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the form, with the template and the day of the address, or schedule the events."""
    room, _ = selected_room(request, staff)
    if room is None:
        raise Refusal("no_room")
    if request.method != "POST":
        return _page(request, staff, room, _first_form(request.GET, room))
    form = _posted_form(request.POST)
    now = timezone.now()
    try:
        template = _template(room, form.template)
        starts = form.starts(now)
        rows = schedule_series(
            template=template,
            starts=starts,
            names=form.event_names(),
            series=" ".join(form.series.split())[:LONGEST_NAME],
            actor=staff.key,
            now=now,
        )
    except Refusal as refusal:
        place = PLACES.get(refusal.code, "")
        errors = {place: refusal_message(refusal)}
        return _page(request, staff, room, form, errors, http_status(refusal))
    messages.success(request, _done_text(template, starts, [row.number for row in rows]))
    first = timezone.localtime(starts[0]).date()
    query = urlencode({"room": room.pk, "first": f"{first:%Y-%m-%d}"})
    return redirect(f"{reverse('tournaments:plan-calendar')}?{query}")


def _first_form(query: QueryDict, room: Room) -> ScheduleForm:
    """Return the form before anything is typed: the template's last time of day, and the day of the address."""
    templates = current_templates(room)
    chosen = query.get("template", "")
    template = next(
        (row for row in templates if str(row.pk) == chosen), templates[0] if templates else None
    )
    day: date = day_in(query.get("day", "")) or timezone.localtime(timezone.now()).date()
    return ScheduleForm(
        template=str(template.pk) if template else "",
        day=f"{day:%Y-%m-%d}",
        time=_last_time(template),
    )


def _last_time(template: TournamentTemplate | None) -> str:
    """Return the time of day of the last event from a template."""
    if template is not None:
        events = ScheduledEvent.objects.filter(
            template__room=template.room_id, template__name=template.name
        )
        last = events.select_related("summary").order_by("-summary__starts_at").first()
        if last is not None:
            return f"{timezone.localtime(last.summary.starts_at):%H:%M}"
    return f"{USUAL_START:%H:%M}"


def _posted_form(posted: QueryDict) -> ScheduleForm:
    texts = ("template", "day", "time", "count", "every", "series")
    return ScheduleForm(
        **{name: posted.get(name, "")[:80] for name in texts},
        weekdays=tuple(posted.getlist("weekdays")[:7]),
        names=posted.get("names", "")[:6000],
    )


def _template(room: Room, key: str) -> TournamentTemplate:
    """Return a template of the list. Raises `Refusal`: `no_such_template`."""
    template = next((row for row in current_templates(room) if str(row.pk) == key), None)
    if template is None:
        raise Refusal("no_such_template")
    return template


def _done_text(template: TournamentTemplate, starts: list[datetime], numbers: list[int]) -> str:
    first, last = (timezone.localtime(start) for start in (starts[0], starts[-1]))
    if len(starts) == 1:
        return f"Scheduled event {numbers[0]}, {template.name}, {first:%a, %b %-d, %H:%M}."
    return (
        f"Scheduled {len(starts)} events, {numbers[0]} to {numbers[-1]}: {template.name},"
        f" {first:%a, %b %-d} to {last:%a, %b %-d}, {first:%H:%M}."
    )


def _page(
    request: HttpRequest,
    staff: Staff,
    room: Room,
    form: ScheduleForm,
    errors: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "errors": errors or {},
        "refused": (errors or {}).get("", ""),
        "templates": current_templates(room),
        "weekdays": [
            (str(day), name, str(day) in form.weekdays) for day, name in enumerate(WEEKDAYS)
        ],
        "most": MOST_IN_SERIES,
    }
    return plan_page(request, staff, "schedule", room, context, status)
