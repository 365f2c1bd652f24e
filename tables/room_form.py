"""The form of a room: its name and measures, amounts in dollars."""

from django import forms

from tables.models import Room
from tables.money_fields import Dollars


class RoomForm(forms.ModelForm):  # type: ignore[type-arg]
    """Amounts in dollars."""

    incidentals_cap = Dollars(
        label="Most taken off for incidentals",
        required=False,
        help_text="Most that may leave a stake while its player goes on (H-06). Empty: nothing.",
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
        """Nothing, or an amount that is none below it."""
        cap: int = self.cleaned_data["incidentals_cap"] or 0
        if cap < 0:
            raise forms.ValidationError("An amount is not below nothing.")
        return cap
