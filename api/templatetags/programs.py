"""What the managers' page for other programs asks of its values."""

from django import template

register = template.Library()


@register.filter
def at(counts: dict[int, int], number: int) -> int:
    """How many of this number; none where it is not there."""
    return counts.get(number, 0)
