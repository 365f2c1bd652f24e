"""Form fields in dollars over integers in cents."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec
from django import forms

from tables.models import Plaque

MOST = Decimal(10**10)


def to_cents(text: str) -> int:
    """Cents of "4", "2.50" or "$1,000"."""
    plain = text.strip().removeprefix("$").replace(",", "")
    try:
        amount = Decimal(plain)
    except InvalidOperation as error:
        raise forms.ValidationError(f"“{text.strip()}” is no amount.") from error
    if not amount.is_finite() or abs(amount) > MOST or amount * 100 % 1:
        raise forms.ValidationError(f"“{text.strip()}” is no amount in dollars and cents.")
    return int(amount * 100)


def to_dollars(cents: int) -> str:
    """What stands in the form for cents."""
    return f"{Decimal(cents) / 100:f}"


class Dollars(forms.CharField):
    """One amount."""

    def prepare_value(self, value: Any) -> Any:
        """Cents are shown in dollars; what was typed stays as typed."""
        return to_dollars(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Cents; None for an empty field."""
        text = super().clean(value)
        return to_cents(text) if text else None


class DollarList(forms.CharField):
    """Amounts with commas between."""

    def prepare_value(self, value: Any) -> Any:
        """Cents are shown in dollars."""
        is_list = isinstance(value, Sequence) and not isinstance(value, str)
        return ", ".join(to_dollars(cents) for cents in value) if is_list else value

    def clean(self, value: Any) -> list[int]:
        """Cents, in the order given."""
        return [to_cents(part) for part in super().clean(value).split(",") if part.strip()]


class DollarSteps(forms.CharField):
    """Pairs of a pot and a charge: 20: 1, 40: 2."""

    def prepare_value(self, value: Any) -> Any:
        """Cents are shown in dollars."""
        if not isinstance(value, Sequence) or isinstance(value, str):
            return value
        return ", ".join(f"{to_dollars(pot)}: {to_dollars(take)}" for pot, take in value)

    def clean(self, value: Any) -> list[list[int]]:
        """Pairs of cents."""
        parts = [part for part in super().clean(value).split(",") if part.strip()]
        pairs = [part.split(":") for part in parts]
        if any(len(pair) != 2 for pair in pairs):
            raise forms.ValidationError("Write each step as pot: charge, such as 20: 1.")
        return [[to_cents(pot), to_cents(take)] for pot, take in pairs]


class PlaqueLines(forms.CharField):
    """Names of plaques, one a line; the newest version of each becomes a game of a rotation."""

    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        """What was published is shown as game and bets; a change names plaques again."""
        if not isinstance(value, Sequence) or isinstance(value, str):
            return value
        return "\n".join(str(leg["plaque"]) for leg in value)

    def clean(self, value: Any) -> list[dict[str, Any]]:
        """The games as the plaques say them."""
        return [leg_of(name.strip()) for name in super().clean(value).splitlines() if name.strip()]


def leg_of(name: str) -> dict[str, Any]:
    """What the newest version of a plaque says as a game of a rotation. Refuses a name that no plaque has."""
    plaque = Plaque.objects.filter(name=name).order_by("-version").first()
    if plaque is None:
        raise forms.ValidationError(f"There is no plaque “{name}”.")
    leg: dict[str, Any] = msgspec.to_builtins(plaque.as_leg())
    return {**leg, "plaque": name}


class Percent(forms.DecimalField):
    """A percentage over basis points."""

    def prepare_value(self, value: Any) -> Any:
        """Basis points are shown as a percentage."""
        return f"{Decimal(value) / 100:f}" if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        """Basis points, 0 for an empty field."""
        percent = super().clean(value)
        return 0 if percent is None else int(percent * 100)
