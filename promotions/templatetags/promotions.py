"""Template filters of promotions: hours and typed amounts."""

from django import template

from poker.amounts import typed_amount

register = template.Library()


@register.filter
def hours(minutes: int) -> str:
    """Return minutes as hours with one digit, cut off: 41.2 h."""
    sign = "\N{MINUS SIGN}" if minutes < 0 else ""
    tenths = abs(minutes) // 6
    return f"{sign}{tenths // 10:,}.{tenths % 10} h"


@register.filter
def typed(amount: int) -> str:
    """Return an amount as a form field shows it."""
    return typed_amount(amount)
