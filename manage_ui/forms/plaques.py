"""A plaque's next version with the tables that take it, and one charge for several plaques."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone

from manage_ui.explained import CHARGE, explain
from manage_ui.forms import begins
from manage_ui.saving import Groups
from manage_ui.words import room_names
from poker.refusal import Refusal
from tables import words
from tables.models import Plaque, PlaqueDue, Table
from tables.plaque_form import PlaqueForm
from tables.plaques import check

GROUPS: Groups = (
    ("The plaque", ("name", "game", "limit", "tracking")),
    (
        "Bets",
        ("small_bet", "big_bet", "blinds", "ante", "ante_by", "straddle", "bring_in", "chips"),
    ),
    ("Buy-in", ("buy_in_min", "buy_in_max")),
    ("House charge", CHARGE),
    ("Kill", ("kill", "kill_trigger", "kill_post")),
    ("Rotation", ("rotate_by", "rotate_count", "rotation")),
    ("Where and from when", ("put_up", "begins", "begins_on")),
)
RAKE_GROUPS: Groups = (
    ("For these plaques", ("plaques",)),
    ("The charge", CHARGE),
    ("Where and from when", ("put_up", "begins", "begins_on")),
)


class VersionForm(PlaqueForm):
    """The next version of a plaque, or the first one; `tables` are the open ones that show it."""

    put_up = forms.MultipleChoiceField(
        required=False, label="Put up at", widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        *args: Any,
        tables: Sequence[Table] = (),
        waiting: Sequence[PlaqueDue] = (),
        new: bool = False,
        **kwargs: Any,
    ) -> None:
        """Each field with its sentence; the name is open to a new plaque only."""
        super().__init__(*args, **kwargs)
        self.new = new
        self.begins: begins.Begins | None = None
        _labels(self)
        if new:
            del self.fields["put_up"]
        else:
            self.fields["name"].disabled = True
            _tables(self, tables)
            begins.add_to(self, list(waiting))
        explain(self, "plaque")

    def clean_name(self) -> str:
        """A new plaque's name is new."""
        name: str = self.cleaned_data["name"]
        if self.new and Plaque.objects.filter(name=name).exists():
            raise forms.ValidationError("There is a plaque of that name. Change that one instead.")
        return name

    def clean(self) -> dict[str, Any]:
        """What is no part of the plaque is not asked of the engine."""
        names = ("put_up", *begins.FIELDS)
        beside = {name: self.cleaned_data.pop(name) for name in names if name in self.cleaned_data}
        said = super().clean()
        self.begins = begins.read(self, beside)
        return said | beside


class RakeForm(forms.Form):
    """One charge for several plaques. `versions`: the newest of each; `tables`: open ones that show one of them."""

    plaques = forms.MultipleChoiceField(label="Plaques", widget=forms.CheckboxSelectMultiple)
    put_up = VersionForm.base_fields["put_up"]

    def __init__(
        self,
        *args: Any,
        versions: Sequence[Plaque],
        tables: Sequence[Table],
        like: Plaque | None,
        waiting: Sequence[PlaqueDue] = (),
        **kwargs: Any,
    ) -> None:
        """The fields of a plaque's charge, filled in as one plaque has them."""
        super().__init__(*args, **kwargs)
        self.versions = versions
        whole = PlaqueForm(instance=like)
        for name in CHARGE:
            self.fields[name] = whole.fields[name]
            self.initial[name] = whole.get_initial_for_field(whole.fields[name], name)
        self.fields["plaques"].choices = [(str(one.pk), one.name) for one in versions]  # type: ignore[attr-defined]
        self.initial["plaques"] = [str(like.pk)] if like else []
        _labels(self)
        of = like.name if like else ""
        _tables(self, tables, [one for one in tables if one.plaque and one.plaque.name == of])
        self.begins: begins.Begins | None = None
        begins.add_to(self, list(waiting))
        explain(self, "rake")

    def clean(self) -> dict[str, Any]:
        """Every plaque holds with it, or none is changed."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        self.begins = begins.read(self, said)
        if self.errors:
            return said
        for name in ("cap", "jackpot", "jackpot_from", "time_charge"):
            said[name] = said[name] or 0
        said["unit"] = 100 if said["unit"] is None else said["unit"]
        for one in self.changed:
            try:
                check(plaque=one, now=timezone.now())
            except Refusal as refusal:
                at, told = words.plaque_problem(refusal)
                self.add_error(at if at in self.fields else None, f"{one.name}: {told}")
                break
        return said

    @property
    def charge(self) -> dict[str, Any]:
        """The values of the charge, as a plaque stores them."""
        return {name: self.cleaned_data[name] for name in CHARGE}

    @property
    def changed(self) -> list[Plaque]:
        """Those of the ticked plaques whose charge is another one by this, with it, not stored yet."""
        said = self.charge
        found = []
        for one in self.versions:
            if str(one.pk) not in self.cleaned_data["plaques"]:
                continue
            if any(getattr(one, name) != value for name, value in said.items()):
                found.append(Plaque.objects.get(pk=one.pk))
        for one in found:
            for name, value in said.items():
                setattr(one, name, value)
        return found


def _labels(form: forms.BaseForm) -> None:
    said = {
        "straddle": "A straddle is allowed",
        "no_flop_no_drop": "No flop, no drop",
        "spares_new": "Who sat down since pays from the next one on",
        "charge": "How the house is paid",
        "time_minutes": "Time: minutes between charges",
        "tracking": "What the dealer taps",
        "ante_by": "The ante is paid by",
    }
    for name, label in said.items():
        if name in form.fields:
            form.fields[name].label = label


def _tables(
    form: forms.BaseForm, tables: Sequence[Table], ticked: Sequence[Table] | None = None
) -> None:
    """Open tables to choose from; ticked: those that are at first, without it all."""
    if not tables:
        del form.fields["put_up"]
        return
    one = form.fields["put_up"]
    rooms = room_names()
    one.choices = [  # type: ignore[attr-defined]
        (str(table.pk), f"{table.name}, {rooms[table.room_id]}" if rooms else table.name)
        for table in tables
    ]
    at_first = tables if ticked is None else ticked
    form.initial["put_up"] = [str(table.pk) for table in at_first]
