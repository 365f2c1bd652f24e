"""Form fields for amounts in dollars, stored as integers in cents."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

import msgspec
from django import forms

from tables.models import Plaque

MAX_AMOUNT = Decimal(10**10)


def to_cents(text: str) -> int:
    """Return the cents of "4", "2.50" or "$1,000". Raises ValidationError."""
    plain = text.strip().removeprefix("$").replace(",", "")
    try:
        amount = Decimal(plain)
    except InvalidOperation as error:
        raise forms.ValidationError(f"“{text.strip()}” isn't an amount.") from error
    if not amount.is_finite() or abs(amount) > MAX_AMOUNT or amount * 100 % 1:
        raise forms.ValidationError(f"“{text.strip()}” isn't a dollar amount.")
    return int(amount * 100)


def to_dollars(cents: int) -> str:
    """Return cents as a form field shows them."""
    return f"{Decimal(cents) / 100:f}"


class Dollars(forms.CharField):
    """A field for one amount."""

    def prepare_value(self, value: object) -> object:
        """Show cents as dollars; return typed text unchanged."""
        return to_dollars(value) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        """Return cents; None for an empty field."""
        text = super().clean(value)
        return to_cents(text) if text else None


class DollarList(forms.CharField):
    """A field for amounts separated by commas."""

    def prepare_value(self, value: object) -> object:
        """Show cents as dollars."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(to_dollars(cents) for cents in value)
        return value

    def clean(self, value: object) -> list[int]:
        """Return cents, in the order entered."""
        return [to_cents(part) for part in super().clean(value).split(",") if part.strip()]


class DollarSteps(forms.CharField):
    """A field for pairs of a pot and a rake: 20: 1, 40: 2."""

    def prepare_value(self, value: object) -> object:
        """Show cents as dollars."""
        if not isinstance(value, Sequence) or isinstance(value, str):
            return value
        return ", ".join(f"{to_dollars(pot)}: {to_dollars(take)}" for pot, take in value)

    def clean(self, value: object) -> list[list[int]]:
        """Return pairs of cents."""
        parts = [part for part in super().clean(value).split(",") if part.strip()]
        pairs = [part.split(":") for part in parts]
        if any(len(pair) != 2 for pair in pairs):
            raise forms.ValidationError("Write each step as pot: rake, such as 20: 1.")
        return [[to_cents(pot), to_cents(take)] for pot, take in pairs]


class PlaqueLines(forms.CharField):
    """A field for plaque names, one per line. The newest version of each becomes a game of the rotation."""

    widget = forms.Textarea

    def prepare_value(self, value: object) -> object:
        """Show the plaque names of a published rotation."""
        if not isinstance(value, Sequence) or isinstance(value, str):
            return value
        return "\n".join(str(leg["plaque"]) for leg in value)

    def clean(self, value: object) -> list[dict[str, object]]:
        """Return the rotation games of the plaques."""
        return [leg_of(name.strip()) for name in super().clean(value).splitlines() if name.strip()]


def leg_of(name: str) -> dict[str, object]:
    """Return the newest version of a plaque as a rotation game. Raises ValidationError for an unknown name."""
    plaque = Plaque.objects.filter(name=name).order_by("-version").first()
    if plaque is None:
        raise forms.ValidationError(f"No plaque named “{name}”.")
    leg: dict[str, object] = msgspec.to_builtins(plaque.as_leg())
    return {**leg, "plaque": name}


class Percent(forms.DecimalField):
    """A field for a percentage, stored in basis points."""

    def prepare_value(self, value: object) -> object:
        """Show basis points as a percentage."""
        return f"{Decimal(value) / 100:f}" if isinstance(value, int) else value

    def clean(self, value: object) -> object:
        """Return basis points, 0 for an empty field."""
        percent = super().clean(value)
        return 0 if percent is None else int(percent * 100)
