"""Template filters of tournaments: chips, blinds, times of the clock."""

from datetime import timedelta

from django import template

from tournaments import messages
from tournaments.rules.plan import Level

register = template.Library()


@register.filter
def chips(amount: int | None) -> str:
    """Return chips with separators, such as 20,000; "" if no one counted them."""
    return "" if amount is None else f"{amount:,}"


@register.filter
def blinds(level: Level) -> str:
    """Return the stakes of a level, such as 300 / 500 ante 500."""
    return messages.level_text(level)


@register.filter
def clock_time(milliseconds: int) -> str:
    """Return a time of the clock, such as 12:47 or 1:02:47."""
    return messages.clock_text(milliseconds)


@register.filter
def hours_text(duration: timedelta) -> str:
    """Return a duration in hours and minutes: 9 h 38 min, 45 min."""
    minutes = round(duration.total_seconds() / 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


@register.filter
def seconds_text(seconds: int) -> str:
    """Return a short duration as minutes and seconds: 2:10."""
    return f"{seconds // 60}:{seconds % 60:02}"


@register.filter
def entry_kind(kind: str) -> str:
    """Return a kind of entry: first, re-entry, from a flight."""
    return {"reentry": "re-entry", "qualifier": "from a flight"}.get(kind, kind)


@register.filter
def event_status(status: str) -> str:
    """Return the status of an event in words."""
    return "between days" if status == "day_over" else status
