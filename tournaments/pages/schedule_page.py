"""The public schedule of a room: the events of the next days with what a player wants to know before coming."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from poker.formatting import money
from staff.models import Room
from tournaments.models import EventSummary, ScheduledEvent
from tournaments.pages.public_event import PublicEvent
from tournaments.rules.plan import UNLIMITED, Plan
from waitlist.messages import format_public_time

DAYS = 14
MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """An event of the schedule."""

    pk: int
    number: int
    name: str
    time: str
    state: str
    entry: str
    facts: list[str]
    guarantee: str
    entries: int


@dataclass(frozen=True, slots=True)
class ScheduleDay:
    """A day with its events."""

    title: str
    rows: list[ScheduleRow]


def schedule(room: Room, now: datetime) -> list[ScheduleDay]:
    """Return the running events and those of the next days, by the day on which they start."""
    rows = EventSummary.objects.filter(event__room=room, starts_at__lt=now + timedelta(days=DAYS))
    rows = rows.exclude(status__in=("closed", "canceled")).select_related("event__room")
    days: dict[str, list[ScheduleRow]] = {}
    for summary in rows.order_by("starts_at", "event__number")[:MOST_SHOWN]:
        start = timezone.localtime(summary.starts_at)
        title = f"{start:%A, %B %-d}"
        days.setdefault(title, []).append(_row(summary.event, now))
    return [ScheduleDay(title, events) for title, events in days.items()]


def _row(event: ScheduledEvent, now: datetime) -> ScheduleRow:
    shown = PublicEvent(event, now)
    plan = shown.plan
    return ScheduleRow(
        pk=event.pk,
        number=event.number,
        name=plan.name,
        time=format_public_time(shown.event.starts_at),
        state=_state(shown),
        entry=_entry_text(plan),
        facts=_facts(plan),
        guarantee=money(plan.guarantee) if plan.guarantee else "",
        entries=shown.event.sold,
    )


def _state(shown: PublicEvent) -> str:
    if shown.event.status == "running" and shown.is_late_entry_open:
        return f"Running, late entry to {shown.late_entry_end}"
    texts = {"running": "Running, entry closed", "day_over": f"Day {shown.event.day} is over"}
    return texts.get(shown.event.status, "")


def _entry_text(plan: Plan) -> str:
    """Return the price with what is not for the prize pool: $240 ($200 + $40)."""
    fee = plan.entry.house + plan.entry.staff
    paid = money(plan.entry.paid)
    return f"{paid} ({money(plan.entry.pool)} + {money(fee)})" if fee else paid


def _facts(plan: Plan) -> list[str]:
    facts = [f"{plan.entry.chips:,} chips", _level_minutes(plan)]
    facts.append(f"late entry to level {plan.late_level}" if plan.late_level else "no late entry")
    if plan.reentries:
        many = plan.reentries == UNLIMITED
        facts.append("unlimited re-entries" if many else f"re-entries: {plan.reentries}")
    if plan.rebuys:
        facts.append(f"rebuys {money(plan.rebuys.price.paid)}")
    if plan.add_on:
        facts.append(f"add-on {money(plan.add_on.price.paid)}")
    if plan.is_satellite:
        facts.append(f"seats worth {money(plan.seat_value)}")
    return facts


def _level_minutes(plan: Plan) -> str:
    minutes = sorted({level.minutes for level in plan.levels})
    if len(minutes) == 1:
        return f"{minutes[0]}-minute levels"
    return f"levels of {minutes[0]} to {minutes[-1]} minutes"
