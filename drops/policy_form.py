"""The form of how a room counts: shifts, and which difference has to be explained."""

from typing import Any

from django import forms

from drops import shifts
from drops.models import DropPolicy
from drops.words import sentence
from poker.refusal import Refusal
from tables.money_fields import Dollars


class Shifts(forms.CharField):
    """Shifts as text."""

    def prepare_value(self, value: Any) -> Any:
        """What is stored is shown as it is written."""
        return shifts.written(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[list[str]]:
        """Pairs of name and hour."""
        try:
            return shifts.read(super().clean(value))
        except Refusal as refusal:
            raise forms.ValidationError(sentence(refusal)) from refusal


class DropPolicyForm(forms.ModelForm):  # type: ignore[type-arg]
    """Shifts in words, the threshold in dollars."""

    shifts = Shifts(help_text="Name and first hour of each: day 06:00, swing 14:00, grave 22:00.")
    threshold = Dollars(
        label="Explain a difference above",
        help_text="Counted against the log; the house's own choice, 25 at first.",
    )

    class Meta:
        model = DropPolicy
        fields: tuple[str, ...] = ("room", "shifts", "threshold")

    def clean_threshold(self) -> int:
        """Nothing below nothing."""
        amount: int = self.cleaned_data["threshold"] or 0
        if amount < 0:
            raise forms.ValidationError("An amount is not below nothing.")
        return amount
