"""Form fields for amounts in the installation's currency, stored as integers in its smallest unit."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from django import forms

from poker.amounts import parse_amount, typed_amount
from poker.currency import currency
from poker.refusal import Refusal
from tables.plaques import rotation_leg
from web.messages.refusals import refusal_message


def clean_amount(text: str) -> int:
    """Return a typed amount in the smallest unit. Raises `ValidationError`."""
    try:
        return parse_amount(text)
    except Refusal as refusal:
        raise forms.ValidationError(refusal_message(refusal)) from refusal


class MoneyField(forms.CharField):
    """A field for one amount."""

    def prepare_value(self, value: object) -> object:
        """Return a stored amount in the form people type it, and typed text unchanged."""
        return typed_amount(value) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        """Return the amount, None for an empty field."""
        text = super().clean(value)
        return clean_amount(text) if text else None


def parts_of(text: str) -> list[str]:
    """Split a list at semicolons and commas.

    In a currency with decimal commas, only a comma followed by a space separates parts.
    """
    comma = r",\s" if currency().decimal == "," else ","
    parts = re.split(rf";|{comma}", text)
    return [part.strip(" ,") for part in parts if part.strip(" ,")]


def listed_parts(parts: Iterable[str]) -> str:
    """Join parts so that `parts_of` can split them: "1, 5, 25", or "0,5; 1; 5" with decimal commas."""
    return ("; " if currency().decimal == "," else ", ").join(parts)


class MoneyListField(forms.CharField):
    """A field for a list of amounts."""

    def prepare_value(self, value: object) -> object:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return listed_parts(typed_amount(amount) for amount in value)
        return value

    def clean(self, value: object) -> list[int]:
        return [clean_amount(part) for part in parts_of(super().clean(value))]


class MoneyStepsField(forms.CharField):
    """A field for steps of a pot and its rake: "20: 1, 40: 2"."""

    def prepare_value(self, value: object) -> object:
        if not isinstance(value, Sequence) or isinstance(value, str):
            return value
        return listed_parts(f"{typed_amount(pot)}: {typed_amount(take)}" for pot, take in value)

    def clean(self, value: object) -> list[list[int]]:
        """Return pairs of a pot and a rake."""
        pairs = [part.split(":") for part in parts_of(super().clean(value))]
        if any(len(pair) != 2 for pair in pairs):
            raise forms.ValidationError("Write each step as pot: rake, such as 20: 1.")
        return [[clean_amount(pot), clean_amount(take)] for pot, take in pairs]


class PlayersCapsField(forms.CharField):
    """A field for caps by players dealt in: "2: 0, 5: 4"."""

    def prepare_value(self, value: object) -> object:
        if not isinstance(value, Sequence) or isinstance(value, str):
            return value
        return listed_parts(f"{players}: {typed_amount(cap)}" for players, cap in value)

    def clean(self, value: object) -> list[list[int]]:
        """Return pairs of a number of players and a cap."""
        pairs = [part.split(":") for part in parts_of(super().clean(value))]
        if any(len(pair) != 2 or not pair[0].strip().isdecimal() for pair in pairs):
            raise forms.ValidationError("Write each cap as players: cap, such as 5: 4.")
        return [[int(players), clean_amount(cap)] for players, cap in pairs]


class PlaqueLines(forms.CharField):
    """A field for plaque names, one per line. The newest version of each is a game of the rotation."""

    widget = forms.Textarea

    def prepare_value(self, value: object) -> object:
        if not isinstance(value, Sequence) or isinstance(value, str):
            return value
        return "\n".join(str(leg["plaque"]) for leg in value)

    def clean(self, value: object) -> list[dict[str, object]]:
        """Return the games of the rotation as a plaque stores them."""
        names = [name.strip() for name in super().clean(value).splitlines() if name.strip()]
        try:
            return [rotation_leg(name) for name in names]
        except Refusal as refusal:
            raise forms.ValidationError(refusal_message(refusal)) from refusal


class Percent(forms.DecimalField):
    """A field for a percentage, stored in basis points."""

    def prepare_value(self, value: object) -> object:
        return f"{Decimal(value) / 100:f}" if isinstance(value, int) else value

    def clean(self, value: object) -> object:
        """Return basis points, 0 for an empty field."""
        percent = super().clean(value)
        return 0 if percent is None else int(percent * 100)
