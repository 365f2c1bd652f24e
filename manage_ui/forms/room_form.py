"""The form of a room: name and settings, amounts in dollars."""

from django import forms

from manage_ui.forms.money_fields import Dollars
from tables.models import Room


class RoomForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of a room, with amounts in dollars."""

    incidentals_cap = Dollars(
        label="Maximum off the table for incidentals",
        required=False,
        help_text="Most a player may take off the table and keep playing (H-06). Blank: nothing.",
    )

    class Meta:
        model = Room
        fields: tuple[str, ...] = (
            "name",
            "minimum_age",
            "incidentals_cap",
            "lock_minutes",
            "tablet_silent_seconds",
            "slow_percent",
        )

    def clean_incidentals_cap(self) -> int:
        """Return the amount in cents, 0 for an empty field. Raises ValidationError if it is negative."""
        cap: int = self.cleaned_data["incidentals_cap"] or 0
        if cap < 0:
            raise forms.ValidationError("The amount can't be negative.")
        return cap
