"""The currency of the installation."""

from typing import Any

from django import forms

from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain
from staff.currencies import CHOICES


class CurrencyField(forms.ChoiceField):
    """A choice among the currencies by code, in any case."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label="Currency", choices=CHOICES, **options)

    def to_python(self, value: object) -> str:
        """Return the code in capital letters."""
        return str(super().to_python(value)).strip().upper()


class CurrencyForm(forms.Form):
    """The currency of all rooms."""

    currency = CurrencyField()

    def __init__(self, data: FormData = None, *, code: str) -> None:
        """code: that of the present currency."""
        super().__init__(data, initial={"currency": code})
        explain(self, "currency")
