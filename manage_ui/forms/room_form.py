"""The form of a room: name and settings."""

import re
from typing import Any

from django import forms

from manage_ui.forms.money_fields import MoneyField, clean_amount, listed_parts, parts_of
from poker.amounts import typed_amount
from poker.chip_colors import COLORS, read_colors, write_colors
from poker.formatting import listed
from poker.refusal import Refusal
from staff.aliases import is_shown
from staff.models import Room
from tables.opening_hours import LONGEST, format_hours, parse_hours
from web.messages.refusals import refusal_message

LONGEST_COLORS = 300
MOST_CHIPS = 12
_STORED = re.compile(r"\d+=[a-z]+( \d+=[a-z]+)*")


class ChipColorsField(forms.CharField):
    """Chip values with their colors, "1: white, 5: red". With an empty field, no chips are shown."""

    def __init__(self) -> None:
        super().__init__(label="Chip colors", required=False, max_length=LONGEST_COLORS)

    def prepare_value(self, value: object) -> object:
        """Return stored colors in the form people type them, and typed text unchanged."""
        if not isinstance(value, str) or not _STORED.fullmatch(value):
            return value
        return listed_parts(f"{typed_amount(chip)}: {color}" for chip, color in read_colors(value))

    def clean(self, value: object) -> str:
        """Return the colors in their stored form. Raises `ValidationError`."""
        pairs = [part.split(":") for part in parts_of(super().clean(value))]
        if any(len(pair) != 2 for pair in pairs):
            raise forms.ValidationError("Write each chip as value: color, such as 5: red.")
        chips = [(clean_amount(amount.strip()), color.strip().lower()) for amount, color in pairs]
        if len(chips) > MOST_CHIPS:
            raise forms.ValidationError(f"The maximum is {MOST_CHIPS} chips.")
        if any(chip <= 0 for chip, _ in chips):
            raise forms.ValidationError("A chip is worth more than 0.")
        if len({chip for chip, _ in chips}) < len(chips):
            raise forms.ValidationError("A value is listed twice.")
        unknown = sorted({color for _, color in chips} - set(COLORS))
        if unknown:
            known = listed(list(COLORS), "or")
            raise forms.ValidationError(f"“{unknown[0]}” isn't one of the colors: {known}.")
        return write_colors(chips)


class OpeningHoursField(forms.CharField):
    """Opening hours as text. An empty field means all day, every day."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label="Open", max_length=LONGEST, **options)

    def prepare_value(self, value: object) -> object:
        return format_hours(value) if isinstance(value, str) else value

    def clean(self, value: object) -> str:
        """Return the hours in their stored form. Raises `ValidationError`."""
        try:
            return parse_hours(super().clean(value))
        except Refusal as refusal:
            raise forms.ValidationError(refusal_message(refusal)) from refusal


def room_name(text: str) -> str:
    """Return a room's name with single spaces. Raises `ValidationError` for one that screens cannot show."""
    name = " ".join(text.split())
    if not is_shown(name):
        raise forms.ValidationError("That name has characters screens can't show.")
    return name


class RoomForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of a room."""

    incidentals_cap = MoneyField(
        label="Maximum off the table for incidentals",
        required=False,
        help_text="Most a player may take off the table and keep playing (H-06). Blank: nothing.",
    )

    opening_hours = OpeningHoursField(required=False)
    chip_colors = ChipColorsField()

    class Meta:
        model = Room
        fields: tuple[str, ...] = (
            "name",
            "opening_hours",
            "minimum_age",
            "incidentals_cap",
            "lock_minutes",
            "tablet_silent_seconds",
            "slow_percent",
            "unseen_call_seconds",
            "silent_seat_seconds",
            "turn_clock_seconds",
            "chip_colors",
            "dealers_seat",
            "joins_by_phone",
        )

    def clean_name(self) -> str:
        """Return the name with single spaces. Refuse a name that screens cannot show."""
        return room_name(self.cleaned_data["name"])

    def clean_incidentals_cap(self) -> int:
        """Return the amount, 0 for an empty field. Refuse a negative amount."""
        cap: int = self.cleaned_data["incidentals_cap"] or 0
        if cap < 0:
            raise forms.ValidationError("The amount can't be negative.")
        return cap
