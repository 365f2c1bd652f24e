"""Template tags for amount fields: the symbol in a label, an example, and the currency for scripts."""

import msgspec
from django import template

from poker.currency import currency

register = template.Library()


@register.simple_tag
def currency_symbol() -> str:
    """Return the symbol of the installation's currency, such as "$"."""
    return currency().symbol


@register.simple_tag
def currency_code() -> str:
    """Return the code of the installation's currency, such as "USD"."""
    return currency().code


@register.simple_tag
def amount_example() -> str:
    """Return examples of typed amounts, such as "250 or 2.50"."""
    return currency().example


@register.simple_tag
def currency_json() -> str:
    """Return the currency as JSON for the attribute that `web/money.js` reads."""
    return msgspec.json.encode(currency()).decode()
