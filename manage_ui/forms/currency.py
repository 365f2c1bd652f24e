"""The currency of the installation."""

from typing import Any

from django import forms

from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain
from staff.currencies import CHOICES


class CurrencyField(forms.ChoiceField):
    """A choice of currency by its code, in upper or lower case."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label="Currency", choices=CHOICES, **options)

    def to_python(self, value: object) -> str:
        return str(super().to_python(value)).strip().upper()


class CurrencyForm(forms.Form):
    """The currency of all rooms."""

    currency = CurrencyField()

    def __init__(self, data: FormData = None, *, code: str) -> None:
        """code: the current currency."""
        super().__init__(data, initial={"currency": code})
        explain(self, "currency")
