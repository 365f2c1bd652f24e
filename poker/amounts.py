"""Amounts as people type them, in the installation's currency. Stored amounts are integers in its smallest unit."""

from poker.currency import currency
from poker.refusal import Refusal

MOST = 10**12  # in the smallest unit


def parse_amount(text: str, *, least: int = -MOST) -> int:
    """Return the amount of "4", "2.50" or "$1,000". Raises `Refusal`: `not_an_amount`, including below `least`."""
    amount = currency().read(text)
    if amount is None or not least <= amount <= MOST:
        kind = currency().code
        example = currency().example
        raise Refusal("not_an_amount", "", value=text.strip()[:30], currency=kind, example=example)
    return amount


def typed_amount(amount: int) -> str:
    """Return an amount as a form field shows it: "4", "2.5"."""
    return currency().typed(amount)
