"""The form of a plaque, with the guides' defaults for empty fields."""

from django import forms
from django.utils import timezone

from manage_ui.forms.money_fields import (
    MoneyField,
    MoneyListField,
    MoneyStepsField,
    Percent,
    PlaqueLines,
    PlayersCapsField,
)
from poker.json_types import JsonObject
from poker.refusal import Refusal
from poker.stakes import MOST_STRADDLES
from tables.models import Plaque
from tables.plaques import check
from web.messages.refusals import field_of, refusal_message

AMOUNTS = (
    "ante",
    "straddle_cap",
    "bomb_amount",
    "splash",
    "bounty_amount",
    "cap",
    "jackpot",
    "jackpot_from",
    "jackpot_second",
    "jackpot_second_from",
    "time_charge",
    "bring_in",
    "kill_trigger",
    "kill_post",
)
UNIT = 100  # default unit that rake is rounded down to: one dollar, 100 yen
BUY_IN_BETS = 10  # default minimum buy-in in minimum bets (S-011)


class PlaqueForm(forms.ModelForm):  # type: ignore[type-arg]
    """All fields of a plaque (S-005, S-007)."""

    small_bet = MoneyField(label="Bet (small bet or minimum bet)")
    big_bet = MoneyField(
        required=False, label="Big bet (or maximum bet)", help_text="Only for split and spread."
    )
    blinds = MoneyListField(
        required=False, help_text="In order from the button: 2, 4. Any number, or none."
    )
    ante = MoneyField(required=False)
    bring_in = MoneyField(required=False, label="Bring-in", help_text="Stud only.")
    kill_trigger = MoneyField(required=False, label="Kill: qualifying pot")
    kill_post = MoneyField(required=False, label="Kill: the killer's blind")
    kill_legs = forms.TypedChoiceField(
        choices=Plaque.KillLegs.choices,
        coerce=int,
        required=False,
        initial=1,
        label="Kill: pots in a row",
    )
    straddle_by = forms.ChoiceField(
        choices=Plaque.Straddling.choices, required=False, label="Straddle: who may"
    )
    straddle_most = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_STRADDLES, label="Straddles in turn in one hand"
    )
    straddle_cap = MoneyField(required=False, label="Straddle cap")
    bomb_amount = MoneyField(required=False, label="Bomb pot: each player posts")
    bomb_boards = forms.TypedChoiceField(
        required=False,
        coerce=int,
        choices=Plaque.BombBoards.choices,
        label="Bomb pot: boards",
    )
    bomb_count = forms.IntegerField(
        required=False, min_value=0, max_value=1000, label="Hands between two bomb pots"
    )
    splash = MoneyField(required=False, label="Splash pot: the house adds")
    bounty_amount = MoneyField(required=False, label="Bounty: each player pays")
    rotate_count = forms.IntegerField(
        required=False,
        min_value=1,
        label="Hands, orbits or minutes per game",
        help_text="Blank: one.",
    )
    rotation = PlaqueLines(
        required=False,
        label="Then these plaques",
        help_text="Names, one per line, in order. Their game, limit and bets follow this plaque's.",
    )
    chips = MoneyListField(help_text="Denominations in play: 1, 5, 25, 100.")
    buy_in_min = MoneyField(
        required=False,
        label="Minimum buy-in",
        help_text="Blank: ten times the minimum bet (S-011).",
    )
    buy_in_max = MoneyField(label="Maximum buy-in")
    basis_points = Percent(
        required=False, min_value=0, max_value=100, decimal_places=2, label="Percentage"
    )
    steps = MoneyStepsField(required=False, help_text="Pot: rake, such as 20: 1, 40: 2.")
    cap = MoneyField(required=False, label="Cap per hand")
    caps = PlayersCapsField(required=False, label="Cap by players dealt in")
    unit = MoneyField(required=False, label="Rounded down to")
    jackpot = MoneyField(required=False, label="Jackpot drop")
    jackpot_from = MoneyField(required=False, label="Jackpot drop starts at pot of")
    jackpot_second = MoneyField(required=False, label="Second jackpot drop")
    jackpot_second_from = MoneyField(required=False, label="Second jackpot drop starts at pot of")
    time_charge = MoneyField(required=False, label="Time per player")

    class Meta:
        model = Plaque
        exclude = ()

    def clean(self) -> dict[str, object]:
        """Fill in the defaults, then check with the engine that a table can open under the plaque."""
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        self._defaults(data)
        try:
            check(plaque=Plaque(**data), now=timezone.now())
        except Refusal as refusal:
            self.add_error(field_of(refusal), refusal_message(refusal))
        return data

    @staticmethod
    def _defaults(data: JsonObject) -> None:
        for name in AMOUNTS:
            data[name] = data[name] or 0
        data["straddle_by"] = data["straddle_by"] or Plaque.Straddling.UNDER_THE_GUN
        data["bomb_count"] = data["bomb_count"] or 0
        data["bomb_boards"] = data["bomb_boards"] or 1
        data["straddle_most"] = data["straddle_most"] or 1
        data["kill_legs"] = data["kill_legs"] or 1
        data["rotate_count"] = data["rotate_count"] or 1
        if data["big_bet"] is None:
            data["big_bet"] = data["small_bet"]
        if data["unit"] is None:
            data["unit"] = UNIT
        if data["buy_in_min"] is None:
            data["buy_in_min"] = BUY_IN_BETS * data["small_bet"]
