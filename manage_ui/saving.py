"""From what was typed to what is stored: nothing unsaid, nothing over another's head, nothing lost that was typed."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

from django import forms
from django.forms import BoundField

from manage_ui.refusing import at_the_first, in_our_words
from rulings.wording.sayings import typeset

NOTHING = "nothing"
SECRETS = ("pin", "password")
State = Literal["open", "wrong", "stale", "same", "sure", "ready"]
SAID: dict[State, str] = {
    "wrong": "Nothing was saved. What is not right is said beside it.",
    "stale": "Somebody saved this page since you opened it. Nothing of yours was saved; what you typed is still here,"
    " with what stands now beside it where it differs. Look over it, then save again.",
    "same": "Nothing was other than it is, so nothing was saved.",
}
STATUS: dict[State, int] = {"wrong": 422, "stale": 409}
Groups = Sequence[tuple[str, Sequence[str]]]  # a heading and the names of its fields


@dataclass(frozen=True, slots=True)
class Change:
    """One value, before and after, as people read it."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Row:
    """A field of the page; now: what is stored, where somebody saved meanwhile and it is not what was typed."""

    bound: BoundField
    now: str = ""

    @property
    def is_tick(self) -> bool:
        """Whether its words stand beside a box."""
        return isinstance(self.bound.field, forms.BooleanField)


@dataclass
class Asked:
    """A form and how far it got. touches: what saving does at once, elsewhere; sure: what the second tap sends."""

    form: forms.BaseForm
    seen: str
    state: State = "open"
    changes: list[Change] = field(default_factory=list)
    touches: list[str] = field(default_factory=list)
    sure: str = ""
    groups: Groups = ()

    @property
    def ready(self) -> bool:
        """Whether it is to be saved now."""
        return self.state == "ready"

    @property
    def said(self) -> str:
        """What there is to say above the form."""
        return typeset(SAID.get(self.state, ""))

    @property
    def status(self) -> int:
        """Of the page."""
        return STATUS.get(self.state, 200)

    @property
    def errors(self) -> list[str]:
        """What is wrong with no field of its own."""
        return [str(error) for error in self.form.non_field_errors()]

    def blocks(self) -> Iterator[tuple[str, list[Row]]]:
        """Headings with their fields, in the page's order; fields of no heading come last."""
        left = [name for name in self.form.fields if not self.form[name].is_hidden]
        for title, names in self.groups:
            yield title, [self._row(name) for name in names if name in left]
            left = [name for name in left if name not in names]
        if left:
            yield "", [self._row(name) for name in left]

    def _row(self, name: str) -> Row:
        bound = self.form[name]
        if self.state != "stale" or name in SECRETS:
            return Row(bound)
        now, sent = stored(self.form, name), self.form.cleaned_data
        same = name in sent and in_words(self.form.fields[name], sent[name]) == now
        return Row(bound, "" if same else now)


def opened(form: forms.BaseForm, groups: Groups = ()) -> Asked:
    """A form that nobody sent yet."""
    return Asked(form, stamp(form), groups=groups)


def weighed(
    form: forms.BaseForm,
    said: Mapping[str, str],
    *,
    touches: Callable[[], Sequence[str]] = list,
    groups: Groups = (),
    new: bool = False,
) -> Asked:
    """How far a form got that was sent, its instance read anew and held until it is saved.

    new: it makes something, so that nobody can have changed it before.
    """
    asked = Asked(form, stamp(form), groups=groups)
    in_our_words(form)
    valid = form.is_valid()
    if not new and said.get("seen", "") != asked.seen:
        asked.state = "stale"
    elif not valid:
        asked.state = "wrong"
        at_the_first(form, [row.bound.name for _, rows in asked.blocks() for row in rows])
    else:
        asked.changes = changes(form)
        asked.touches = list(touches())
        asked.sure = _hash(
            [[one.label, one.before, one.after] for one in asked.changes], asked.touches
        )
        if not asked.changes:
            asked.state = "same"
        elif asked.touches and said.get("sure", "") != asked.sure:
            asked.state = "sure"
        else:
            asked.state = "ready"
    return asked


def stamp(form: forms.BaseForm) -> str:
    """Tells what is stored now from what it was and will be."""
    return _hash({name: stored(form, name) for name in form.fields if name not in SECRETS})


def stored(form: forms.BaseForm, name: str) -> str:
    """What is stored, in words."""
    one = form.fields[name]
    return in_words(one, form.get_initial_for_field(one, name))


def changes(form: forms.BaseForm) -> list[Change]:
    """What a valid form would change; a secret is only said to be new."""
    found = []
    for name, one in form.fields.items():
        label = str(form[name].label)
        if name in SECRETS:
            if form.cleaned_data.get(name):
                found.append(Change(label, *_secret(form)))
            continue
        before, after = stored(form, name), in_words(one, form.cleaned_data.get(name))
        if before != after:
            found.append(Change(label, before, after))
    return found


def _secret(form: forms.BaseForm) -> tuple[str, str]:
    """Before and after of a secret, of which nothing more is said."""
    row = getattr(form, "instance", None)
    return (NOTHING, "set") if row is not None and row._state.adding else ("as it was", "a new one")


def in_words(one: forms.Field, value: Any) -> str:
    """A value of a field as people read it."""
    if isinstance(one, forms.BooleanField):
        return "yes" if value else "no"
    if isinstance(one, forms.ModelChoiceField):
        found = value
        if value is not None and not hasattr(value, "pk"):
            found = one.queryset.filter(pk=value).first() if one.queryset is not None else None
        return one.label_from_instance(found) if found is not None else NOTHING
    if isinstance(one, forms.ChoiceField):
        choices: Any = one.choices  # pairs, whatever they were given as
        many = isinstance(one, forms.MultipleChoiceField)
        picked = {str(part) for part in (value or ())} if many else {str(value)}
        return ", ".join(str(label) for key, label in choices if str(key) in picked) or NOTHING
    told = one.prepare_value(value)
    return NOTHING if told in (None, "") else str(told)


def _hash(*parts: Any) -> str:
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:24]
