"""How the house runs its lists and its dealers: the same numbers that desk and floor show, within what makes sense."""

from typing import Any

from django import forms
from msgspec.structs import replace

from desk_ui import house
from floor_ui.dealers import asks
from manage_ui.explained import explain
from manage_ui.saving import Groups
from poker.lineup.commands import Policed
from poker.lineup.state import Policy as DealersPolicy
from poker.waiting.state import Policy as ListsPolicy

PLACES = ("First", "Then", "After that", "Last")
ORDER = tuple(f"order-{number}" for number in range(len(PLACES)))
LISTS: Groups = (
    ("Calls", ("call_minutes", "hold_minutes", "call_in_minutes", "passes")),
    ("Names", ("most_lists", "locals_first")),
    ("Who is offered an open chair", ORDER),
    ("Moves", ("seat_change_owes", "above_most")),
)
DEALERS: Groups = (
    ("Pushes and breaks", ("down_minutes", "most_downs", "break_minutes")),
    ("Sections", ("section_tables",)),
)


class ListsForm(forms.Form):
    """The house policy of the waiting lists; `before`: as it stands."""

    locals_first = forms.BooleanField(required=False, label="Locals before others")
    seat_change_owes = forms.ChoiceField(
        choices=list(house.OWES.items()), label="Another chair of the table costs"
    )
    above_most = forms.BooleanField(
        required=False, label="Whoever comes from a broken game may have more than the most"
    )

    def __init__(self, *args: Any, before: ListsPolicy, **kwargs: Any) -> None:
        """Each with its sentence."""
        super().__init__(*args, **kwargs)
        self.before = before
        _numbers(self, house.FIELDS, before)
        for name in ("locals_first", "seat_change_owes", "above_most"):
            self.initial[name] = getattr(before, name)
        for name, label, source in zip(ORDER, PLACES, before.order, strict=True):
            self.fields[name] = forms.ChoiceField(
                choices=list(house.SOURCES.items()), label=label, initial=source
            )
        explain(self, "lists")

    def clean(self) -> dict[str, Any]:
        """Each kind of claim has one place."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        picked = [said.get(name) for name in ORDER]
        if None not in picked and len(set(picked)) < len(picked):
            again = next(i for i in reversed(range(len(picked))) if picked[i] in picked[:i])
            self.add_error(ORDER[again], "It stands above already. Name each of the four once.")
        return said

    @property
    def policy(self) -> ListsPolicy:
        """As it was said."""
        said = dict(self.cleaned_data)
        order = tuple(said.pop(name) for name in ORDER)
        return replace(self.before, **said, order=order)


class DealersForm(forms.Form):
    """How the room pushes, and how many tables a supervisor has; `before`: as it stands."""

    def __init__(self, *args: Any, before: DealersPolicy, **kwargs: Any) -> None:
        """Each with its sentence."""
        super().__init__(*args, **kwargs)
        _numbers(self, asks.FIELDS, before)
        explain(self, "dealers")

    @property
    def policy(self) -> Policed:
        """As it was said."""
        return Policed(**self.cleaned_data)


def _numbers(
    form: forms.Form, fields: tuple[house.Field, ...] | tuple[asks.Field, ...], before: object
) -> None:
    for one in fields:
        form.fields[one.name] = forms.IntegerField(
            min_value=one.least,
            max_value=one.most,
            label=one.label,
            initial=getattr(before, one.name),
        )
