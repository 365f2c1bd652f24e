"""A form that is not right: in the house's words, and the cursor in the first field that is wrong."""

from django import forms

OURS = {
    "required": "This is needed.",
    "invalid_choice": "That is none of the choices. Pick one of them.",
    "min_value": "No less than %(limit_value)s.",
    "max_value": "No more than %(limit_value)s.",
    "min_length": "No fewer than %(limit_value)s characters.",
    "max_length": "No more than %(limit_value)s characters; these are %(show_value)s.",
    "max_digits": "No more than %(max)s digits.",
    "max_decimal_places": "No more than %(max)s digits after the point.",
    "unique": "That is taken already. Take another one.",
}
KINDS: tuple[tuple[type[forms.Field], str], ...] = (
    (forms.FloatField, "A number, in digits."),
    (forms.DecimalField, "A number, in digits."),
    (forms.IntegerField, "A whole number, in digits."),
    (forms.TimeField, "A time such as 22:00."),
    (forms.DateField, "A day such as 2026-11-23."),
    (forms.DateTimeField, "A day and a time such as 2026-11-23 06:00."),
)


def in_our_words(form: forms.BaseForm) -> None:
    """What the framework would say of a field, said as everything else here; a field's own words stay."""
    for one in form.fields.values():
        said = dict(OURS)
        kind = next((words for kind, words in KINDS if type(one) is kind), "")
        if kind:
            said["invalid"] = kind
        for code, words in said.items():
            if one.error_messages.get(code) in (None, _first(one, code)):
                one.error_messages[code] = words


def _first(one: forms.Field, code: str) -> object:
    """What the framework says by itself; the nearest class counts."""
    classes = (getattr(each, "default_error_messages", {}) for each in type(one).__mro__)
    return next((words[code] for words in classes if code in words), None)


def at_the_first(form: forms.BaseForm, order: list[str]) -> None:
    """The page opens with the cursor in the first wrong field; order: of the fields on the page."""
    wrong = next((name for name in order if name in form.errors), None)
    if wrong is not None:
        form.fields[wrong].widget.attrs["autofocus"] = True
