"""What the room knows of dealers' work in a period: hours, breaks, downs at cash tables and in events."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import Sum

from journal.unix_time import milliseconds
from lineup.actions import load_lineup
from lineup.boxes import supervisors
from lineup.duty import PeriodRecord, record_of
from lineup.rules.duty import Span
from lineup.rules.state import LineupPolicy, downs_of
from promotions.gaming_days import day_starts
from roster.models import AdjustedHours
from roster.rules.toke_payroll import DealerWork
from roster.rules.toke_state import TokePolicy, Weight
from roster.toke_periods import Period
from staff.models import Room
from tournaments.dealer_downs import Down, event_downs
from tournaments.history import event_log
from tournaments.models import ScheduledEvent

MINUTE = 60_000
LONGEST_EVENT = timedelta(days=14)  # an event that began earlier has no downs in a period


def work_of(room: Room, period: Period, now: datetime) -> dict[str, DealerWork]:
    """Return what each dealer worked in a period, by key."""
    start, end = period.times(room)
    record = record_of(room.pk, start, min(end, now))
    minutes = _minutes_by_day(room, period, record.duty)
    adjusted = _adjusted_by_day(room, period)
    cash, events = _downs(room, record, start, end, now)
    breaks = _by_dealer(record.breaks)
    keys = {*minutes, *adjusted, *cash, *events, *breaks}
    return {
        key: DealerWork(
            minutes=_added(minutes.get(key, {}), adjusted.get(key, {})),
            adjusted=sum(adjusted.get(key, {}).values()),
            breaks=len(breaks.get(key, ())),
            break_minutes=sum(span.end - span.start for span in breaks.get(key, ())) // MINUTE,
            downs=cash.get(key, 0),
            event_downs=events.get(key, 0),
        )
        for key in keys
    }


def weights_of(room: Room, policy: TokePolicy, period: Period, now: datetime) -> tuple[Weight, ...]:
    """Return minutes or downs at cash tables by dealer, as the policy splits a pool."""
    work = work_of(room, period, now)
    if policy.unit == "downs":
        values = {key: dealer.downs for key, dealer in work.items()}
    else:
        values = {key: sum(dealer.minutes.values()) for key, dealer in work.items()}
    return tuple(Weight(key, value) for key, value in sorted(values.items()) if value > 0)


def event_weights(event: ScheduledEvent, now: datetime) -> tuple[Weight, ...]:
    """Return the downs of an event by dealer."""
    policy = load_lineup(event.room_id).policy
    spans = _dealers_only(_span(down) for down in event_downs(event, event_log(event), now))
    counts = _counted(spans, policy)
    return tuple(Weight(key, value) for key, value in sorted(counts.items()) if value > 0)


def _minutes_by_day(room: Room, period: Period, duty: Iterable[Span]) -> dict[str, dict[str, int]]:
    """Return whole minutes on duty by dealer and gaming day."""
    days = [
        (
            day.isoformat(),
            milliseconds(day_starts(room, day)),
            milliseconds(day_starts(room, day + timedelta(days=1))),
        )
        for day in period.days
    ]
    times: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for span in duty:
        for day, start, end in days:
            part = span.cut(start, end)
            if part is not None:
                times[span.dealer][day] += part.end - part.start
    return {
        key: {day: time // MINUTE for day, time in by_day.items()} for key, by_day in times.items()
    }


def _adjusted_by_day(room: Room, period: Period) -> dict[str, dict[str, int]]:
    rows = AdjustedHours.objects.filter(log__room=room, day__gte=period.first, day__lte=period.last)
    sums = rows.order_by().values_list("dealer", "day").annotate(total=Sum("minutes"))
    adjusted: dict[str, dict[str, int]] = defaultdict(dict)
    for dealer, day, total in sums:
        adjusted[dealer][day.isoformat()] = total
    return adjusted


def _added(minutes: Mapping[str, int], adjusted: Mapping[str, int]) -> dict[str, int]:
    """Return minutes by day with their adjustments."""
    return {day: minutes.get(day, 0) + adjusted.get(day, 0) for day in {*minutes, *adjusted}}


def _by_dealer(spans: Iterable[Span]) -> dict[str, list[Span]]:
    grouped: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        grouped[span.dealer].append(span)
    return grouped


def _downs(
    room: Room, record: PeriodRecord, start: datetime, end: datetime, now: datetime
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the downs of dealers at cash tables and in events. A down in an event counts only there."""
    policy = load_lineup(room.pk).policy
    at_events = [
        part
        for down in _downs_in_events(room, start, end, now)
        if (part := _span(down).cut(milliseconds(start), milliseconds(end)))
    ]
    cash = [part for span in record.boxes for part in _without(span, at_events)]
    return _counted(cash, policy), _counted(_dealers_only(at_events), policy)


def _dealers_only(spans: Iterable[Span]) -> list[Span]:
    """Return the times without those of supervisors who filled a box."""
    times = list(spans)
    excluded = supervisors(span.dealer for span in times)
    return [span for span in times if span.dealer not in excluded]


def _downs_in_events(room: Room, start: datetime, end: datetime, now: datetime) -> list[Down]:
    events = ScheduledEvent.objects.select_related("stream").filter(
        room=room, summary__starts_at__gte=start - LONGEST_EVENT, summary__starts_at__lt=end
    )
    return [down for event in events for down in event_downs(event, event_log(event), now)]


def _span(down: Down) -> Span:
    return Span(down.dealer, milliseconds(down.start), milliseconds(down.end), down.table)


def _without(span: Span, others: Iterable[Span]) -> list[Span]:
    """Return what is left of a time in a box without the times of events at the same table."""
    parts = [span]
    for other in others:
        if other.dealer == span.dealer and other.table == span.table:
            parts = [
                left
                for part in parts
                for left in (part.cut(part.start, other.start), part.cut(other.end, part.end))
                if left is not None
            ]
    return parts


def _counted(spans: Iterable[Span], policy: LineupPolicy) -> dict[str, int]:
    """Return the downs by dealer. As in the lineup, a minute of help is none and an hour is two."""
    counts: dict[str, int] = defaultdict(int)
    for span in spans:
        counts[span.dealer] += downs_of(span.end - span.start, policy)
    return {key: count for key, count in counts.items() if count}
