"""The form of a table: room, name, chairs, plaque."""

from typing import Any

from django import forms

from poker.refusal import Refusal
from tables import words
from tables.models import Table
from tables.plaques import fits


class TableForm(forms.ModelForm):  # type: ignore[type-arg]
    """A table, before its log begins and after."""

    class Meta:
        model = Table
        fields: tuple[str, ...] = ("room", "name", "seats", "plaque")

    def clean_name(self) -> str:
        """What a page can be called by."""
        name: str = self.cleaned_data["name"]
        if "/" in name:
            raise forms.ValidationError("A table's name has no stroke in it.")
        return name

    def clean(self) -> dict[str, Any]:
        """The game of the plaque is dealt to that many seats."""
        said = super().clean() or self.cleaned_data
        plaque, seats = said.get("plaque"), said.get("seats", self.instance.seats)
        if plaque is not None and seats is not None:
            try:
                fits(plaque=plaque, seats=seats)
            except Refusal as refusal:
                self.add_error("plaque", words.sentence(refusal))
        return said
