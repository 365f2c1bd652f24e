"""Drop policies in the admin, for managers.

It has no boxes and counts, which would show the second agent the first count.
"""

from django import forms
from django.contrib import admin

from drop import shifts
from drop.models import DropPolicy
from manage_ui.forms.money_fields import MoneyField
from poker.refusal import Refusal
from web.messages.refusals import refusal_message


class ShiftsField(forms.CharField):
    """Shifts as text: "day 06:00, swing 14:00"."""

    def prepare_value(self, value: object) -> object:
        return shifts.format_shifts(value) if isinstance(value, list) else value

    def clean(self, value: object) -> list[list[str]]:
        """Return pairs of a name and an hour. Raises `ValidationError`."""
        try:
            return shifts.parse_shifts(super().clean(value))
        except Refusal as refusal:
            raise forms.ValidationError(refusal_message(refusal)) from refusal


class DropPolicyForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of a drop policy, with shifts as text and the threshold as an amount."""

    shifts = ShiftsField(
        help_text="Name and first hour of each: day 06:00, swing 14:00, grave 22:00."
    )
    threshold = MoneyField(
        label="Explain a variance over",
        help_text="Count against the log. House choice.",
    )

    class Meta:
        model = DropPolicy
        fields: tuple[str, ...] = ("room", "shifts", "threshold")

    def clean_threshold(self) -> int:
        """Refuse a negative amount."""
        amount: int = self.cleaned_data["threshold"] or 0
        if amount < 0:
            raise forms.ValidationError("The amount can't be negative.")
        return amount


@admin.register(DropPolicy)
class DropPolicyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """One policy per room."""

    form = DropPolicyForm
    list_display = ("room", "threshold")
