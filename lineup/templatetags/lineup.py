"""Template filters for times on the lineup page."""

from collections.abc import Mapping

from django import template

from lineup import messages

register = template.Library()


@register.filter
def moment(milliseconds: int) -> str:
    """Return a time such as 21:50 in the room's time zone."""
    return messages.format_time(milliseconds)


@register.filter
def late(minutes: int) -> str:
    """Return "4 min over" or "in 6 min". The page's script continues the count in the same format."""
    if minutes > 0:
        return f"{minutes} min over"
    return "due" if minutes == 0 else f"in {-minutes} min"


@register.filter
def lookup(texts: Mapping[str, str], table: str) -> str:
    """Return a table's text, or ""."""
    return texts.get(table, "") if texts else ""
