"""Template filters of tournaments: chips, blinds, times of the clock."""

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
