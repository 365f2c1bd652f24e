"""Form errors in the house's own messages, with the cursor in the first field that is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms

from poker.refusal import Refusal

HOUSE_MESSAGES = {
    "required": "Required.",
    "invalid_choice": "Not a valid choice. Pick one from the list.",
    "min_value": "Must be at least %(limit_value)s.",
    "max_value": "Must be at most %(limit_value)s.",
    "min_length": "At least %(limit_value)s characters.",
    "max_length": "At most %(limit_value)s characters; you have %(show_value)s.",
    "max_digits": "At most %(max)s digits.",
    "max_decimal_places": "At most %(max)s decimal places.",
    "unique": "Already in use. Choose another.",
}
KINDS: tuple[tuple[type[forms.Field], str], ...] = (
    (forms.FloatField, "Enter a number."),
    (forms.DecimalField, "Enter a number."),
    (forms.IntegerField, "Enter a whole number."),
    (forms.TimeField, "Enter a time, such as 22:00."),
    (forms.DateField, "Enter a date, such as 2026-11-23."),
    (forms.DateTimeField, "Enter a date and time, such as 2026-11-23 06:00."),
)


class FieldRefused(Exception):
    """A refusal that is shown at a field of the form."""

    def __init__(self, refusal: Refusal, field: str) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.field = field


@contextmanager
def refused_at(field: str) -> Iterator[None]:
    """Raise `FieldRefused` for a refusal raised inside."""
    try:
        yield
    except Refusal as refusal:
        raise FieldRefused(refusal, field) from refusal


def apply_house_messages(form: forms.BaseForm) -> None:
    """Replace Django's default error messages with ours; a field's own messages stay."""
    for field in form.fields.values():
        data = dict(HOUSE_MESSAGES)
        kind = next((text for kind, text in KINDS if type(field) is kind), "")
        if kind:
            data["invalid"] = kind
        for code, text in data.items():
            if field.error_messages.get(code) in (None, _first(field, code)):
                field.error_messages[code] = text


def _first(field: forms.Field, code: str) -> object:
    """Return Django's default message; the nearest class in the hierarchy counts."""
    classes = (getattr(each, "default_error_messages", {}) for each in type(field).__mro__)
    return next((words[code] for words in classes if code in words), None)


def focus_first_error(form: forms.BaseForm, order: list[str]) -> None:
    """Put the cursor in the first wrong field. order: the fields as they appear on the page."""
    wrong = next((name for name in order if name in form.errors), None)
    if wrong is not None:
        form.fields[wrong].widget.attrs["autofocus"] = True
