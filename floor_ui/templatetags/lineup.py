"""How times stand on the line-up."""

from collections.abc import Mapping

from django import template

from floor_ui.dealers import words

register = template.Library()


@register.filter
def moment(milliseconds: int) -> str:
    """21:50, in the room's time."""
    return words.clock(milliseconds)


@register.filter
def late(minutes: int) -> str:
    """ "4 min over", "in 6 min"; the page goes on counting in the same words."""
    if minutes > 0:
        return f"{minutes} min over"
    return "due" if minutes == 0 else f"in {-minutes} min"


@register.filter
def of(told: Mapping[str, str], table: str) -> str:
    """What is told of a table, "" for nothing."""
    return told.get(table, "") if told else ""
