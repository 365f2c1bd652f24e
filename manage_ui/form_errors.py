"""Form errors in the product's own words, and the cursor in the first field with an error."""

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
    """A refusal shown at one field of the form."""

    def __init__(self, refusal: Refusal, field: str) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.field = field


@contextmanager
def refused_at(field: str) -> Iterator[None]:
    """Turn a `Refusal` raised inside into `FieldRefused`."""
    try:
        yield
    except Refusal as refusal:
        raise FieldRefused(refusal, field) from refusal


def apply_house_messages(form: forms.BaseForm) -> None:
    """Replace Django's default error messages with ours, and keep a field's own messages."""
    for field in form.fields.values():
        house_messages = dict(HOUSE_MESSAGES)
        invalid = next((text for kind, text in KINDS if type(field) is kind), "")
        if invalid:
            house_messages["invalid"] = invalid
        for code, text in house_messages.items():
            if field.error_messages.get(code) in (None, _django_message(field, code)):
                field.error_messages[code] = text


def _django_message(field: forms.Field, code: str) -> object:
    """Return Django's default message for this field's class."""
    by_class = (getattr(base, "default_error_messages", {}) for base in type(field).__mro__)
    return next((defaults[code] for defaults in by_class if code in defaults), None)


def focus_first_error(form: forms.BaseForm, order: list[str]) -> None:
    """Put the cursor in the first field with an error. order: field names in page order."""
    wrong = next((name for name in order if name in form.errors), None)
    if wrong is not None:
        form.fields[wrong].widget.attrs["autofocus"] = True
