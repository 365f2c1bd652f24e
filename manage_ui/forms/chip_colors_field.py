"""The form field for the colors of a room's chips."""

import re

from django import forms

from manage_ui.forms.money_fields import clean_amount, listed_parts, parts_of
from poker.amounts import typed_amount
from poker.chip_colors import COLORS, read_colors, write_colors
from poker.formatting import listed

LONGEST = 300
MOST_CHIPS = 12
_STORED = re.compile(r"\d+=[a-z]+( \d+=[a-z]+)*")


class ChipColorsField(forms.CharField):
    """Values with their colors, "1: white, 5: red"; an empty field shows no chips."""

    def __init__(self) -> None:
        super().__init__(label="Chip colors", required=False, max_length=LONGEST)

    def prepare_value(self, value: object) -> object:
        """Show the stored colors as one types them; return typed text unchanged."""
        if not isinstance(value, str) or not _STORED.fullmatch(value):
            return value
        return listed_parts(f"{typed_amount(chip)}: {color}" for chip, color in read_colors(value))

    def clean(self, value: object) -> str:
        """Return the colors as they are stored. Raises ValidationError."""
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
