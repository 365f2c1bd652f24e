"""Template filters of the managers' page for API clients."""

from django import template

register = template.Library()


@register.filter
def at(counts: dict[int, int], number: int) -> int:
    """Return the count stored under a number, or 0."""
    return counts.get(number, 0)
