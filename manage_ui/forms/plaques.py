"""Two forms: a plaque's next version with the tables that use it, and one charge for several plaques."""

from collections.abc import Sequence

from django import forms
from django.utils import timezone

from manage_ui.form_saving import Groups
from manage_ui.forms import effective_from
from manage_ui.forms.form_data import FormData
from manage_ui.forms.plaque_form import AMOUNTS, UNIT, PlaqueForm
from manage_ui.help_texts import CHARGE, explain
from manage_ui.messages import room_names
from poker.refusal import Refusal
from tables.models import Plaque, ScheduledPlaque, Table
from tables.plaques import check
from web.messages.refusals import field_of, refusal_message

# The first group is open. Each of the others starts folded, with a summary of its values.
GROUPS: Groups = (
    ("Game and limit", ("name", "game", "limit", "small_bet", "big_bet", "blinds")),
    ("Buy-in", ("buy_in_min", "buy_in_max")),
    ("Collection", CHARGE),
    ("Ante, bring-in and chips", ("ante", "ante_by", "bring_in", "chips")),
    ("Straddles", ("straddle", "straddle_by", "straddle_most", "straddle_cap")),
    ("Kill", ("kill", "kill_trigger", "kill_post", "kill_legs", "kill_other_games")),
    ("Bomb pots", ("bomb", "bomb_amount", "bomb_boards", "bomb_count", "bomb_blinds")),
    ("Splash pots", ("splash",)),
    ("Bounty games", ("bounty", "bounty_amount")),
    ("Rotation", ("rotate_by", "rotate_count", "rotation")),
    ("Log detail", ("tracking",)),
    ("Where and when", ("put_up", "begins", "begins_on")),
)
FOLDED = tuple(title for title, _ in GROUPS[1:])
RAKE_GROUPS: Groups = (
    ("Plaques", ("plaques",)),
    ("Collection", CHARGE),
    ("Where and when", ("put_up", "begins", "begins_on")),
)


class VersionForm(PlaqueForm):
    """The next version of a plaque, or a new plaque."""

    put_up = forms.MultipleChoiceField(
        required=False, label="Use at", widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        data: FormData = None,
        *,
        instance: Plaque | None = None,
        initial: dict[str, object] | None = None,
        tables: Sequence[Table] = (),
        waiting: Sequence[ScheduledPlaque] = (),
        new: bool = False,
    ) -> None:
        """Only the name of a new plaque can be edited. tables: the open tables that show the plaque."""
        super().__init__(data, instance=instance, initial=initial)
        self.new = new
        self.begins: effective_from.EffectiveFrom | None = None
        _labels(self)
        if new:
            del self.fields["put_up"]
        else:
            self.fields["name"].disabled = True
            _tables(self, tables)
            effective_from.add_to(self, list(waiting))
        explain(self, "plaque")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if self.new and Plaque.objects.filter(name=name).exists():
            raise forms.ValidationError("There's already a plaque with that name. Edit that one.")
        return name

    def clean(self) -> dict[str, object]:
        """Validate the plaque without the fields that are not part of it."""
        names = ("put_up", *effective_from.FIELDS)
        own_fields = {
            name: self.cleaned_data.pop(name) for name in names if name in self.cleaned_data
        }
        data = super().clean()
        self.begins = effective_from.read(self, own_fields)
        return data | own_fields


class RakeForm(forms.Form):
    """One charge for several plaques."""

    plaques = forms.MultipleChoiceField(label="Plaques", widget=forms.CheckboxSelectMultiple)
    put_up = VersionForm.base_fields["put_up"]

    def __init__(
        self,
        data: FormData = None,
        *,
        versions: Sequence[Plaque],
        tables: Sequence[Table],
        like: Plaque | None,
        waiting: Sequence[ScheduledPlaque] = (),
    ) -> None:
        """Add the charge's fields, filled in from one plaque.

        versions: the newest version of each plaque; tables: the open tables that show a version of them; like: the
        plaque to copy.
        """
        super().__init__(data)
        self.versions = versions
        plaque_form = PlaqueForm(instance=like)
        for name in CHARGE:
            self.fields[name] = plaque_form.fields[name]
            self.initial[name] = plaque_form.get_initial_for_field(plaque_form.fields[name], name)
        self.fields["plaques"].choices = [(str(plaque.pk), plaque.name) for plaque in versions]  # type: ignore[attr-defined]
        self.initial["plaques"] = [str(like.pk)] if like else []
        _labels(self)
        like_name = like.name if like else ""
        _tables(
            self,
            tables,
            [table for table in tables if table.plaque and table.plaque.name == like_name],
        )
        self.begins: effective_from.EffectiveFrom | None = None
        effective_from.add_to(self, list(waiting))
        explain(self, "rake")

    def clean(self) -> dict[str, object]:
        """Validate every selected plaque with the charge. If one fails, none is changed."""
        data = super().clean() or self.cleaned_data
        self.begins = effective_from.read(self, data)
        if self.errors:
            return data
        for name in AMOUNTS:
            if name not in CHARGE:
                continue
            data[name] = data[name] or 0
        data["unit"] = UNIT if data["unit"] is None else data["unit"]
        for plaque in self.changed:
            try:
                check(plaque=plaque, now=timezone.now())
            except Refusal as refusal:
                field = field_of(refusal)
                message = refusal_message(refusal)
                self.add_error(field if field in self.fields else None, f"{plaque.name}: {message}")
                break
        return data

    @property
    def charge(self) -> dict[str, object]:
        return {name: self.cleaned_data[name] for name in CHARGE}

    @property
    def changed(self) -> list[Plaque]:
        """Return the selected plaques that this charge changes, with the charge set but not saved."""
        data = self.charge
        results = []
        for plaque in self.versions:
            if str(plaque.pk) not in self.cleaned_data["plaques"]:
                continue
            if any(getattr(plaque, name) != value for name, value in data.items()):
                results.append(Plaque.objects.get(pk=plaque.pk))
        for plaque in results:
            for name, value in data.items():
                setattr(plaque, name, value)
        return results


def _labels(form: forms.BaseForm) -> None:
    context = {
        "straddle": "Straddles allowed",
        "bounty": "Bounty games by agreement",
        "kill_other_games": "Kill in other limit games",
        "no_flop_no_drop": "No flop, no drop",
        "spares_new": "New players start paying at the next collection",
        "charge": "How the house is paid",
        "time_minutes": "Time: minutes between collections",
        "tracking": "Log detail",
        "ante_by": "Ante posted by",
    }
    for name, label in context.items():
        if name in form.fields:
            form.fields[name].label = label


def _tables(
    form: forms.BaseForm, tables: Sequence[Table], ticked: Sequence[Table] | None = None
) -> None:
    """Add a choice of open tables. ticked: those that are checked at first; None for all."""
    if not tables:
        del form.fields["put_up"]
        return
    field = form.fields["put_up"]
    rooms = room_names()
    field.choices = [  # type: ignore[attr-defined]
        (str(table.pk), f"{table.name}, {rooms[table.room_id]}" if rooms else table.name)
        for table in tables
    ]
    at_first = tables if ticked is None else ticked
    form.initial["put_up"] = [str(table.pk) for table in at_first]
