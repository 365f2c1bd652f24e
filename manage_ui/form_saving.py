"""Saving settings forms: show each change first, detect concurrent edits, and keep the typed values."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

from django import forms
from django.forms import BoundField

from manage_ui.form_errors import apply_house_messages, focus_first_error
from poker.formatting import smart_quotes

NOTHING = "nothing"
SECRETS = ("pin", "password")
State = Literal["open", "wrong", "stale", "same", "sure", "ready"]
STATE_MESSAGES: dict[State, str] = {
    "wrong": "Not saved. Fix the fields marked below.",
    "stale": "Someone else saved this page after you opened it. Your changes weren't saved; they're still here,"
    " with the"
    " current value next to each one that differs. Check them, then save again.",
    "same": "No changes to save.",
}
STATUS: dict[State, int] = {"wrong": 422, "stale": 409}
Groups = Sequence[tuple[str, Sequence[str]]]  # each heading with the names of its fields


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One value, before and after, as display text."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class FormRow:
    """A field of the page."""

    bound: BoundField
    stored_value: str = ""  # the stored value, if someone else has saved a different one

    @property
    def is_tick(self) -> bool:
        """Return whether the field is a checkbox."""
        return isinstance(self.bound.field, forms.BooleanField)


@dataclass(frozen=True, slots=True)
class FormSection:
    """A heading and its fields."""

    title: str
    rows: tuple[FormRow, ...]
    is_folded: bool = False  # the page shows only the heading until someone opens it
    values: str = ""  # summary for a folded heading; "" if all its fields are empty

    @property
    def needs_look(self) -> bool:
        """Return whether a field has an error or a newer stored value, so that the section starts open."""
        return any(row.bound.errors or row.stored_value for row in self.rows)


@dataclass
class FormState:
    """A form and its state."""

    form: forms.BaseForm
    seen: str  # fingerprint of the stored values that the page showed
    state: State = "open"
    changes: list[FieldChange] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)  # what the change affects elsewhere
    confirmation: str = ""  # the value that the confirming button sends
    groups: Groups = ()
    folded: Collection[str] = ()  # headings of the groups that are folded

    @property
    def is_ready(self) -> bool:
        return self.state == "ready"

    @property
    def message(self) -> str:
        return smart_quotes(STATE_MESSAGES.get(self.state, ""))

    @property
    def status(self) -> int:
        return STATUS.get(self.state, 200)

    @property
    def errors(self) -> list[str]:
        return [str(error) for error in self.form.non_field_errors()]

    def sections(self) -> Iterator[FormSection]:
        """Yield headings with their fields in page order; fields without a heading come last."""
        remaining = [name for name in self.form.fields if not self.form[name].is_hidden]
        for title, names in self.groups:
            rows = tuple(self._row(name) for name in names if name in remaining)
            is_folded = title in self.folded
            values = self._values(rows) if is_folded else ""
            yield FormSection(title, rows, is_folded, values)
            remaining = [name for name in remaining if name not in names]
        if remaining:
            yield FormSection("", tuple(self._row(name) for name in remaining))

    def _values(self, rows: Sequence[FormRow]) -> str:
        """Return the fields' values as text, without the empty ones: "Ante $1, Straddles allowed"."""
        texts: list[str] = []
        for row in rows:
            field = row.bound.field
            value = display_value(field, row.bound.value())
            if value in (NOTHING, "no", "0"):
                continue
            texts.append(str(row.bound.label) if row.is_tick else f"{row.bound.label} {value}")
        return ", ".join(texts)

    def _row(self, name: str) -> FormRow:
        bound = self.form[name]
        if self.state != "stale" or name in SECRETS:
            return FormRow(bound)
        current = stored(self.form, name)
        data = self.form.cleaned_data
        is_same = name in data and display_value(self.form.fields[name], data[name]) == current
        return FormRow(bound, "" if is_same else current)


def new_form_state(
    form: forms.BaseForm, groups: Groups = (), folded: Collection[str] = ()
) -> FormState:
    """Return the state of a form that has not been submitted."""
    return FormState(form, fingerprint(form), groups=groups, folded=folded)


def validate_form(
    form: forms.BaseForm,
    data: Mapping[str, str],
    *,
    touches: Callable[[], Sequence[str]] = list,
    groups: Groups = (),
    folded: Collection[str] = (),
    new: bool = False,
) -> FormState:
    """Validate a submitted form and return its state. The caller has locked the row.

    touches: returns the effects elsewhere that must be confirmed.
    new: the form creates a row, so there are no concurrent edits.
    """
    form_state = FormState(form, fingerprint(form), groups=groups, folded=folded)
    apply_house_messages(form)
    valid = form.is_valid()
    if not new and data.get("seen", "") != form_state.seen:
        form_state.state = "stale"
    elif not valid:
        form_state.state = "wrong"
        names = [row.bound.name for part in form_state.sections() for row in part.rows]
        focus_first_error(form, names)
    else:
        form_state.changes = changes(form)
        form_state.effects = list(touches())
        form_state.confirmation = _hash(
            [[change.label, change.before, change.after] for change in form_state.changes],
            form_state.effects,
        )
        if not form_state.changes:
            form_state.state = "same"
        elif form_state.effects and data.get("sure", "") != form_state.confirmation:
            form_state.state = "sure"
        else:
            form_state.state = "ready"
    return form_state


def fingerprint(form: forms.BaseForm) -> str:
    """Return a hash of the stored values."""
    return _hash({name: stored(form, name) for name in form.fields if name not in SECRETS})


def stored(form: forms.BaseForm, name: str) -> str:
    """Return the stored value as display text."""
    field = form.fields[name]
    return display_value(field, form.get_initial_for_field(field, name))


def changes(form: forms.BaseForm) -> list[FieldChange]:
    """Return what a valid form would change. For a secret, it shows only that the value is new."""
    results = []
    for name, form_field in form.fields.items():
        label = str(form[name].label)
        if name in SECRETS:
            if form.cleaned_data.get(name):
                results.append(FieldChange(label, *_secret(form)))
            continue
        before = stored(form, name)
        after = display_value(form_field, form.cleaned_data.get(name))
        if before != after:
            results.append(FieldChange(label, before, after))
    return results


def _secret(form: forms.BaseForm) -> tuple[str, str]:
    """Return the display texts before and after for a secret, without its value."""
    row = getattr(form, "instance", None)
    return ("none", "set") if row is not None and row._state.adding else ("current", "new")


def display_value(field: forms.Field, value: Any) -> str:
    """Return a field's value as display text."""
    if isinstance(field, forms.BooleanField):
        return "yes" if value else "no"
    if isinstance(field, forms.ModelChoiceField):
        match = value
        if value is not None and not hasattr(value, "pk"):
            match = field.queryset.filter(pk=value).first() if field.queryset is not None else None
        return field.label_from_instance(match) if match is not None else NOTHING
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices  # pairs of a key and a label
        many = isinstance(field, forms.MultipleChoiceField)
        picked = {str(part) for part in (value or ())} if many else {str(value)}
        return ", ".join(str(label) for key, label in choices if str(key) in picked) or NOTHING
    message = field.prepare_value(value)
    return NOTHING if message in (None, "") else str(message)


def _hash(*parts: object) -> str:
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:24]
