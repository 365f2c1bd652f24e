"""Template tags of fields for amounts: the symbol in a label, an example, and what scripts need to read amounts."""

import msgspec
from django import template

from poker.currency import currency

register = template.Library()


@register.simple_tag
def currency_symbol() -> str:
    """Return the symbol of the installation's currency: "$"."""
    return currency().symbol


@register.simple_tag
def currency_code() -> str:
    """Return the code of the installation's currency: "USD"."""
    return currency().code


@register.simple_tag
def amount_example() -> str:
    """Return amounts as one types them: "250 or 2.50"."""
    return currency().example


@register.simple_tag
def currency_json() -> str:
    """Return the currency as JSON, for an attribute that `web/money.js` reads."""
    return msgspec.json.encode(currency()).decode()
