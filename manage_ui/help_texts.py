"""Help texts for the fields of the settings pages, from help_texts.toml."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from django import forms

from poker.formatting import with_amounts

_HELP_TEXTS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("help_texts.toml").read_text(encoding="utf-8")
)
DASHES = "---------"  # Django's label of an empty choice
NOT_CHOSEN = "not chosen"  # ours
CHARGE = tuple(_HELP_TEXTS["charge"])  # the fields of a plaque's house charge, in page order


def explain(form: forms.BaseForm, kind: str) -> None:
    """Set the help text of every field, with amounts in the currency. Only the first of numbered fields gets one.

    An empty choice is labeled "not chosen". Raises `KeyError` for a field without a text.
    """
    context = {**_HELP_TEXTS["charge"], **_HELP_TEXTS["plaque"], **_HELP_TEXTS[kind]}
    for name, field in form.fields.items():
        family, _, number = name.partition("-")
        field.help_text = with_amounts(context[family]) if number in ("", "0") else ""
        if isinstance(field, forms.ModelChoiceField):
            field.empty_label = field.empty_label and NOT_CHOSEN
        elif isinstance(field, forms.ChoiceField):
            field.choices = [
                (value, NOT_CHOSEN if value in ("", None) and label == DASHES else label)
                for value, label in cast("Iterable[tuple[object, object]]", field.choices)
            ]
