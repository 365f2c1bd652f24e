"""The form of a plaque: dollars, defaults from the guides, problems in words."""

from typing import Any

from django import forms
from django.utils import timezone

from poker.refusal import Refusal
from tables import words
from tables.models import Plaque
from tables.money_fields import DollarList, Dollars, DollarSteps, Percent, PlaqueLines
from tables.plaques import check

STUD_AND_KILL = ("bring_in", "kill_trigger", "kill_post")
BUY_IN_BETS = 10  # S-011: ten times the least bet, where the house says nothing else


class PlaqueForm(forms.ModelForm):  # type: ignore[type-arg]
    """Everything that a plaque says (S-005, S-007)."""

    small_bet = Dollars(label="Bet, small bet or least bet")
    big_bet = Dollars(
        required=False, label="Big bet, or greatest bet", help_text="Only for split and spread."
    )
    blinds = DollarList(required=False, help_text="From the button on: 2, 4. Any number, or none.")
    ante = Dollars(required=False)
    bring_in = Dollars(required=False, label="Bring-in", help_text="Stud only.")
    kill_trigger = Dollars(required=False, label="Kill: a pot of so much qualifies")
    kill_post = Dollars(required=False, label="Kill: the killer's blind")
    rotate_count = forms.IntegerField(
        required=False,
        min_value=1,
        label="Hands, orbits or minutes of each",
        help_text="Empty: one.",
    )
    rotation = PlaqueLines(
        required=False,
        label="Then these plaques",
        help_text="Names, one a line, in order: their game, limit and bets follow this plaque's.",
    )
    chips = DollarList(help_text="Denominations in play: 1, 5, 25, 100.")
    buy_in_min = Dollars(
        required=False, label="Least buy-in", help_text="Empty: ten times the least bet (S-011)."
    )
    buy_in_max = Dollars(label="Greatest buy-in")
    basis_points = Percent(
        required=False, min_value=0, max_value=100, decimal_places=2, label="Percentage"
    )
    steps = DollarSteps(required=False, help_text="Pot: charge, such as 20: 1, 40: 2.")
    cap = Dollars(required=False, label="Cap for the hand")
    unit = Dollars(required=False, label="Rounded down to", help_text="Empty: whole dollars.")
    jackpot = Dollars(required=False, label="Jackpot drop")
    jackpot_from = Dollars(required=False, label="Jackpot drop from a pot of")
    time_charge = Dollars(required=False, label="Time charge for each player")

    class Meta:
        model = Plaque
        exclude = ()

    def clean(self) -> dict[str, Any]:
        """Fill in the defaults, then ask the engine whether a table may open under this."""
        said = super().clean() or self.cleaned_data
        if self.errors:
            return said
        self._defaults(said)
        try:
            check(plaque=Plaque(**said), now=timezone.now())
        except Refusal as refusal:
            self.add_error(*words.plaque_problem(refusal))
        return said

    @staticmethod
    def _defaults(said: dict[str, Any]) -> None:
        for name in ("ante", "cap", "jackpot", "jackpot_from", "time_charge", *STUD_AND_KILL):
            said[name] = said[name] or 0
        said["rotate_count"] = said["rotate_count"] or 1
        if said["big_bet"] is None:
            said["big_bet"] = said["small_bet"]
        if said["unit"] is None:
            said["unit"] = 100
        if said["buy_in_min"] is None:
            said["buy_in_min"] = BUY_IN_BETS * said["small_bet"]
