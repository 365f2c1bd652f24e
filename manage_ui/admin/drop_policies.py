"""The admin of drop policies, for managers.

Boxes and counts are left out: the second agent would see the first count.
"""

from django import forms
from django.contrib import admin

from drop import shifts
from drop.models import DropPolicy
from manage_ui.forms.money_fields import MoneyField
from poker.refusal import Refusal
from web.messages.refusals import refusal_message


class ShiftsField(forms.CharField):
    """Shifts as text."""

    def prepare_value(self, value: object) -> object:
        """Return stored shifts in their text form."""
        return shifts.format_shifts(value) if isinstance(value, list) else value

    def clean(self, value: object) -> list[list[str]]:
        """Return pairs of name and hour."""
        try:
            return shifts.parse_shifts(super().clean(value))
        except Refusal as refusal:
            raise forms.ValidationError(refusal_message(refusal)) from refusal


class DropPolicyForm(forms.ModelForm):  # type: ignore[type-arg]
    """Shifts as text, the threshold as one types it."""

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
        """Return the threshold, which must not be negative."""
        amount: int = self.cleaned_data["threshold"] or 0
        if amount < 0:
            raise forms.ValidationError("The amount can't be negative.")
        return amount


@admin.register(DropPolicy)
class DropPolicyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """One policy per room."""

    form = DropPolicyForm
    list_display = ("room", "threshold")
