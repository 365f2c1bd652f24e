"""Amounts as people type them: dollars with at most two decimals. Stored amounts are integers in cents."""

from decimal import Decimal, InvalidOperation

from poker.refusal import Refusal

MOST = 10**12  # cents


def to_cents(text: str, *, least: int = -MOST) -> int:
    """Return the cents of "4", "2.50" or "$1,000". Raises `Refusal`: `not_an_amount`, also below `least` cents."""
    try:
        cents = Decimal(text.strip().removeprefix("$").replace(",", "")) * 100
    except InvalidOperation:
        raise Refusal("not_an_amount", "", value=text.strip()[:30]) from None
    if not cents.is_finite() or not least <= cents <= MOST or cents != int(cents):
        raise Refusal("not_an_amount", "", value=text.strip()[:30])
    return int(cents)


def to_dollars(cents: int) -> str:
    """Return cents as a form field shows them: "4", "2.5"."""
    return f"{Decimal(cents) / 100:f}"
