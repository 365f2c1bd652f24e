"""The template filter for amounts."""

from django import template

from poker.formatting import money as format_money

register = template.Library()


@register.filter
def money(cents: int | None) -> str:
    """Return an amount such as $54; "" if it was not counted."""
    return "" if cents is None else format_money(cents)
