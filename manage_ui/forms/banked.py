"""Forms of house-banked games: a plaque, a table, what a room decides about irregularities."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django import forms

from banked.models import HousePlaque
from banked.rules.games import GAMES
from banked.rules.irregularities import BankedIrregularity, catalogue
from banked.rules.plaque import DECKS, MOST_BOXES, MOST_DOUBLES, BankedPlaque, check
from banked.tablet.floor_panel import source_text
from manage_ui.form_saving import Groups
from manage_ui.forms.form_data import FormData
from manage_ui.forms.money_fields import MoneyField, MoneyListField
from manage_ui.help_texts import explain
from poker.formatting import smart_quotes
from poker.refusal import Refusal
from staff.models import Room
from tables.models import Table
from tables.table_names import check_table_name, refuse_taken_name
from web.messages.refusals import refusal_message

ODDS = {"1:1": (1, 1), "3:2": (3, 2), "2:1": (2, 1), "3:1": (3, 1)}
PLAQUE_GROUPS: Groups = (
    ("Plaque", ("plaque", "game", "name", "tracking")),
    ("Table", ("decks", "boxes", "least", "most", "chip", "colors")),
    (
        "Side bets",
        ("match_least", "match_most", "match_other", "match_same", "has_second_match", "envy"),
    ),
    ("Players", ("doubles", "redouble", "rescue", "surrender")),
    ("Dealer and payouts", ("soft_17", "suited_678", "odd_amounts")),
)
# Where `check` finds a fault, and the field that shows it.
FAULTS = {"match": "match_most"}


class HousePlaqueForm(forms.Form):
    """A plaque of a house-banked game. Its fields are those of `BankedPlaque`."""

    plaque = forms.CharField(max_length=60, label="Name of the plaque")
    game = forms.ChoiceField(choices=[(key, game.title) for key, game in GAMES.items()])
    name = forms.CharField(max_length=40, required=False, label="Name as printed")
    tracking = forms.ChoiceField(
        choices=[("cards", "Every card"), ("outcomes", "Only outcomes")],
        label="What the dealer logs",
    )
    decks = forms.TypedChoiceField(choices=[(n, str(n)) for n in DECKS], coerce=int)
    boxes = forms.IntegerField(min_value=1, max_value=MOST_BOXES)
    least = MoneyField(label="Lowest bet")
    most = MoneyField(label="Highest bet")
    chip = MoneyField(label="Smallest chip")
    colors = MoneyListField(label="Chips in the rack")
    match_least = MoneyField(label="Lowest match wager")
    match_most = MoneyField(label="Highest match wager")
    match_other = forms.IntegerField(
        min_value=1, max_value=40, required=False, label="Match of another suit pays, to 1"
    )
    match_same = forms.IntegerField(
        min_value=1, max_value=40, required=False, label="Match of the same suit pays, to 1"
    )
    has_second_match = forms.BooleanField(
        required=False, label="Second match wager, on the hole card"
    )
    envy = MoneyField(label="Envy bonus")
    doubles = forms.TypedChoiceField(
        choices=[(n, str(n)) for n in range(1, MOST_DOUBLES + 1)],
        coerce=int,
        label="Doubles of a hand",
    )
    redouble = forms.ChoiceField(
        choices=[("original", "The original wager"), ("total", "The hand's total wager")],
        label="A second double adds up to",
    )
    rescue = forms.ChoiceField(
        choices=[
            ("last", "The last added part goes back"),
            ("original", "An amount like the original wager is lost"),
            ("none", "No rescue"),
        ],
        label="Double-down rescue",
    )
    surrender = forms.ChoiceField(
        choices=[("verbal", "Spoken"), ("signal", "By hand signal"), ("none", "No surrender")]
    )
    soft_17 = forms.ChoiceField(
        choices=[("stand", "Dealer stands"), ("hit", "Dealer hits")], label="Soft 17"
    )
    suited_678 = forms.ChoiceField(
        choices=[(key, f"{odds[0]} to {odds[1]}") for key, odds in ODDS.items()],
        label="6-7-8 of one suit pays",
    )
    odd_amounts = forms.ChoiceField(
        choices=[("half", "Pay half chips"), ("house", "Round for the house")],
        label="Odd amounts",
    )

    def __init__(self, data: FormData = None, *, stored: HousePlaque | None = None) -> None:
        """stored: the version that the form changes; None for a new plaque."""
        super().__init__(data)
        body = msgspec.convert(stored.body, BankedPlaque) if stored else BankedPlaque()
        self.initial.update(_initial(body))
        if stored is not None:
            self.initial["plaque"] = stored.name
            self.fields["plaque"].disabled = True
        self.is_new = stored is None
        explain(self, "banked_plaque")

    def clean_plaque(self) -> str:
        name: str = self.cleaned_data["plaque"]
        if self.is_new and HousePlaque.objects.filter(name__iexact=name).exists():
            raise forms.ValidationError("There is a plaque with this name. Edit that one.")
        return name

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or self.cleaned_data
        if (data.get("match_other") is None) != (data.get("match_same") is None):
            self.add_error("match_same", "Enter both, or neither for the usual pay table.")
        if not self.errors:
            self._check()
        return data

    def _check(self) -> None:
        try:
            check(self.body)
        except Refusal as refusal:
            what = str(refusal.facts["what"])
            self.add_error(FAULTS.get(what, what), refusal_message(refusal))

    @property
    def body(self) -> BankedPlaque:
        """Return the plaque of a valid form."""
        data = dict(self.cleaned_data)
        other, same = data.pop("match_other"), data.pop("match_same")
        del data["plaque"]
        data["match_pays"] = (other, same) if other is not None else None
        data["suited_678"] = ODDS[data["suited_678"]]
        data["colors"] = tuple(data["colors"])
        return BankedPlaque(**data)


def _initial(body: BankedPlaque) -> dict[str, Any]:
    values = msgspec.structs.asdict(body)
    pays = values.pop("match_pays") or (None, None)
    values["match_other"], values["match_same"] = pays
    odds = {of: key for key, of in ODDS.items()}
    values["suited_678"] = odds.get(body.suited_678, "2:1")
    values["colors"] = list(body.colors)
    return values


class BankedTableForm(forms.Form):
    """A house-banked table: its room, its name and, while it is closed, its plaque."""

    room = forms.ModelChoiceField(Room.objects.none())
    name = forms.CharField(max_length=20)
    plaque = forms.ModelChoiceField(HousePlaque.objects.none(), required=False)

    def __init__(
        self,
        data: FormData = None,
        *,
        rooms: Sequence[Room],
        plaques: Sequence[HousePlaque],
        stored: Table | None = None,
        posted: HousePlaque | None = None,
    ) -> None:
        """plaques: the newest versions; stored: the table, None for a new one; posted: its plaque."""
        super().__init__(data)
        self.stored = stored
        room: Any = self.fields["room"]
        room.queryset = Room.objects.filter(pk__in=[item.pk for item in rooms])
        keys = [item.pk for item in plaques]
        choices: Any = self.fields["plaque"]
        choices.queryset = HousePlaque.objects.filter(pk__in=[*keys, posted.pk if posted else 0])
        self.initial["plaque"] = posted.pk if posted else None
        if stored is None:
            self.initial["room"] = rooms[0].pk if rooms else None
        else:
            self.initial.update(room=stored.room_id, name=stored.name)
            room.disabled = True
            choices.disabled = stored.is_open
        explain(self, "banked_table")

    def clean(self) -> dict[str, object]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        room, name = data.get("room"), data.get("name")
        if room is None or name is None:
            return data
        try:
            check_table_name(name)
            refuse_taken_name(room=room, name=name, but=self.stored.pk if self.stored else None)
        except Refusal as refusal:
            self.add_error("name", refusal_message(refusal))
        return data


class DecisionsForm(forms.Form):
    """The remedy of each irregularity. The first remedy of a row is the default."""

    def __init__(self, data: FormData = None, *, decisions: Mapping[str, str]) -> None:
        """decisions: the remedies that the room chose, by irregularity."""
        super().__init__(data)
        for key, row in catalogue().items():
            self.fields[key] = forms.ChoiceField(
                choices=remedy_choices(row),
                widget=forms.RadioSelect,
                label=f"{row.number}. {smart_quotes(row.title)}",
                help_text=smart_quotes(" ".join(filter(None, (row.note, f"{row.clause}.")))),
                initial=row.remedy(decisions.get(key, "")).key,
            )

    @property
    def decisions(self) -> dict[str, str]:
        return {key: str(value) for key, value in self.cleaned_data.items()}


def remedy_choices(row: BankedIrregularity) -> list[tuple[str, str]]:
    """Return the remedies of an irregularity with the source of each; the default is marked."""
    default = row.remedies[0].key
    return [
        (
            item.key,
            smart_quotes(
                f"{item.text} ({source_text(item.kind)}{', default' if item.key == default else ''})"
            ),
        )
        for item in row.remedies
    ]
