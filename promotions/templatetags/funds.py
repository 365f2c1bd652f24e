"""Template filter of funds: amounts in form fields."""

from django import template

from poker.amounts import typed_amount

register = template.Library()


@register.filter
def typed(amount: int) -> str:
    """Return an amount as a form field shows it."""
    return typed_amount(amount)
