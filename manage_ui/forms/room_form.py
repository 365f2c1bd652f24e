"""The form of a room: name and settings."""

from typing import Any

from django import forms

from manage_ui.forms.chip_colors_field import ChipColorsField
from manage_ui.forms.money_fields import MoneyField
from poker.refusal import Refusal
from staff.models import Room
from tables.opening_hours import LONGEST, format_hours, parse_hours
from web.messages.refusals import refusal_message


class OpeningHoursField(forms.CharField):
    """Opening hours as text; an empty field is all day, every day."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label="Open", max_length=LONGEST, **options)

    def prepare_value(self, value: object) -> object:
        """Show hours that are never closed as such."""
        return format_hours(value) if isinstance(value, str) else value

    def clean(self, value: object) -> str:
        """Return the hours as they are kept. Raises ValidationError."""
        try:
            return parse_hours(super().clean(value))
        except Refusal as refusal:
            raise forms.ValidationError(refusal_message(refusal)) from refusal


class RoomForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of a room,."""

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

    def clean_incidentals_cap(self) -> int:
        """Return the amount, 0 for an empty field. Raises ValidationError if it is negative."""
        cap: int = self.cleaned_data["incidentals_cap"] or 0
        if cap < 0:
            raise forms.ValidationError("The amount can't be negative.")
        return cap
