"""What each field of the managers' pages means: a sentence for each in explained.toml."""

import tomllib
from pathlib import Path

from django import forms

_SAID: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("explained.toml").read_text(encoding="utf-8")
)
CHARGE = tuple(_SAID["charge"])  # the fields of a plaque's house charge, in the page's order


def explain(form: forms.BaseForm, kind: str) -> None:
    """Give every field its sentence, of several like it the first. Raises KeyError for one that has none."""
    said = {**_SAID["charge"], **_SAID["plaque"], **_SAID[kind]}
    for name, one in form.fields.items():
        family, _, number = name.partition("-")
        one.help_text = said[family] if number in ("", "0") else ""
