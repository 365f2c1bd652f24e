"""Forms of the policies for waitlists, dealers and absences."""

from django import forms
from msgspec.structs import replace

from absences.models import AbsencePolicy
from lineup.pages import command_forms
from lineup.rules.commands import PolicyInput
from lineup.rules.state import LineupPolicy as DealersPolicy
from manage_ui.form_saving import Groups
from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain
from waitlist.pages import policy_form
from waitlist.rules.state import WaitlistPolicy as ListsPolicy
from web.posted import PolicyNumber

POSITION_LABELS = ("First", "Then", "After that", "Last")
ORDER = tuple(f"order-{number}" for number in range(len(POSITION_LABELS)))
LISTS: Groups = (
    ("Calls", ("call_minutes", "hold_minutes", "call_in_minutes", "passes")),
    ("Names", ("most_lists", "locals_first")),
    ("Open-seat order", ORDER),
    ("Moves", ("seat_change_owes", "above_most")),
)
DEALERS: Groups = (
    ("Pushes and breaks", ("down_minutes", "most_downs", "break_minutes")),
    ("Sections", ("section_tables",)),
)
ABSENCES: Groups = (
    ("Limits", ("minutes", "reported_minutes", "big_blinds")),
    ("Walking rule", ("walkers", "walker_minutes", "walkers_if_waiting")),
)
ABSENCE_LABELS = {
    "minutes": "Minutes away",
    "reported_minutes": "Minutes if the floor knows",
    "big_blinds": "Big blinds missed",
    "walkers": "Players away at once, from",
    "walker_minutes": "Minutes for that player",
    "walkers_if_waiting": "Only while players wait for the game",
}


class ListsForm(forms.Form):
    """The waitlist policy."""

    locals_first = forms.BooleanField(required=False, label="Locals first")
    seat_change_owes = forms.ChoiceField(
        choices=list(policy_form.OWES.items()), label="A seat change costs"
    )
    above_most = forms.BooleanField(
        required=False, label="Players from a broken game can be over the maximum"
    )

    def __init__(self, data: FormData = None, *, before: ListsPolicy) -> None:
        """before: the current policy."""
        super().__init__(data)
        self.before = before
        _numbers(self, policy_form.POLICY_FIELDS, before)
        for name in ("locals_first", "seat_change_owes", "above_most"):
            self.initial[name] = getattr(before, name)
        for name, label, source in zip(ORDER, POSITION_LABELS, before.order, strict=True):
            self.fields[name] = forms.ChoiceField(
                choices=list(policy_form.SOURCES.items()), label=label, initial=source
            )
        explain(self, "lists")

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or self.cleaned_data
        picked = [data.get(name) for name in ORDER]
        if None not in picked and len(set(picked)) < len(picked):
            again = next(i for i in reversed(range(len(picked))) if picked[i] in picked[:i])
            self.add_error(ORDER[again], "Already used above. Use each of the four once.")
        return data

    @property
    def policy(self) -> ListsPolicy:
        data = dict(self.cleaned_data)
        order = tuple(data.pop(name) for name in ORDER)
        return replace(self.before, **data, order=order)


class DealersForm(forms.Form):
    """The lineup policy and the size of sections."""

    def __init__(self, data: FormData = None, *, before: DealersPolicy) -> None:
        """before: the current policy."""
        super().__init__(data)
        _numbers(self, command_forms.POLICY_FIELDS, before)
        explain(self, "dealers")

    @property
    def policy(self) -> PolicyInput:
        return PolicyInput(**self.cleaned_data)


def _numbers(form: forms.Form, fields: tuple[PolicyNumber, ...], before: object) -> None:
    for field in fields:
        form.fields[field.name] = forms.IntegerField(
            min_value=field.least,
            max_value=field.most,
            label=field.label,
            initial=getattr(before, field.name),
        )


class AbsencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """The limits of an absence; 0 means no limit."""

    class Meta:
        model = AbsencePolicy
        fields = tuple(ABSENCE_LABELS)

    def __init__(self, data: FormData = None, *, instance: AbsencePolicy | None = None) -> None:
        super().__init__(data, instance=instance)
        for name, label in ABSENCE_LABELS.items():
            self.fields[name].label = label
        explain(self, "absences")

    def clean_walkers(self) -> int:
        """Refuse 1: the walking rule starts with the second player away."""
        walkers: int = self.cleaned_data["walkers"]
        if walkers == 1:
            raise forms.ValidationError("Enter 2 or more, or 0 for no walking rule.")
        return walkers
