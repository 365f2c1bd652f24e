"""Form fields for amounts in dollars, stored as integers in cents."""

from collections.abc import Sequence
from decimal import Decimal

from django import forms

from poker.amounts import to_cents, to_dollars
from poker.refusal import Refusal
from rulings.messages.refusals import refusal_message
from tables.plaques import rotation_leg


def parse_amount(text: str) -> int:
    """Return the cents of a typed amount. Raises ValidationError."""
    try:
        return to_cents(text)
    except Refusal as refusal:
        raise forms.ValidationError(refusal_message(refusal)) from refusal


class Dollars(forms.CharField):
    """A field for one amount."""

    def prepare_value(self, value: object) -> object:
        """Show cents as dollars; return typed text unchanged."""
        return to_dollars(value) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        """Return cents; None for an empty field."""
        text = super().clean(value)
        return parse_amount(text) if text else None


class DollarList(forms.CharField):
    """A field for amounts separated by commas."""

    def prepare_value(self, value: object) -> object:
        """Show cents as dollars."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(to_dollars(cents) for cents in value)
        return value

    def clean(self, value: object) -> list[int]:
        """Return cents, in the order entered."""
        return [parse_amount(part) for part in super().clean(value).split(",") if part.strip()]


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
        return [[parse_amount(pot), parse_amount(take)] for pot, take in pairs]


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
        names = [name.strip() for name in super().clean(value).splitlines() if name.strip()]
        try:
            return [rotation_leg(name) for name in names]
        except Refusal as refusal:
            raise forms.ValidationError(refusal_message(refusal)) from refusal


class Percent(forms.DecimalField):
    """A field for a percentage, stored in basis points."""

    def prepare_value(self, value: object) -> object:
        """Show basis points as a percentage."""
        return f"{Decimal(value) / 100:f}" if isinstance(value, int) else value

    def clean(self, value: object) -> object:
        """Return basis points, 0 for an empty field."""
        percent = super().clean(value)
        return 0 if percent is None else int(percent * 100)
