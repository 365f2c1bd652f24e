"""Sentences of the set-up pages: what is wrong with a plaque, and in which field."""

from collections.abc import Mapping
from typing import Any

from poker.refusal import Refusal

# code: (field of the form, sentence); amounts among the facts come in dollars
OF_A_PLAQUE = {
    "plaque_game": ("game", "This room does not deal that game."),
    "plaque_chips": ("chips", "No chip is named, one is named twice, or one has no value."),
    "plaque_bet_missing": ("small_bet", "A plaque names its bet."),
    "plaque_big_bet_below_small": (
        "big_bet",
        "The big bet of {big} is below the small bet of {small}.",
    ),
    "plaque_fixed_varies": (
        "big_bet",
        "A fixed limit has one bet. For {small} and {big} choose split or spread.",
    ),
    "plaque_blind_not_positive": ("blinds", "A blind is more than nothing, an ante not less."),
    "plaque_big_blind_below_small": ("blinds", "The big blind is below the small blind."),
    "plaque_straddle_needs_blind": ("straddle", "A straddle needs blinds."),
    "plaque_blind_over_bet": ("blinds", "The blind of {blind} is above the bet of {bet}."),
    "plaque_limit": ("limit", "2-7 single draw is played at no limit."),
    "plaque_rotation_one_game": ("rotation", "A rotation names at least one plaque more."),
    "plaque_rotation_count": ("rotate_count", "A rotation says how many {by}."),
    "plaque_stud_blinds": ("blinds", "Stud has antes and a bring-in, no blinds."),
    "plaque_ante_missing": ("ante", "Everybody antes in stud by the house rules."),
    "plaque_bring_in_missing": ("bring_in", "By the house rules stud has a bring-in."),
    "plaque_bring_in_over_bet": (
        "bring_in",
        "The bring-in of {bring_in} is above the bet of {bet}.",
    ),
    "plaque_kill_game": ("kill", "A kill belongs to limit Omaha eight-or-better."),
    "plaque_kill_trigger": ("kill_trigger", "A kill names the pot that makes one."),
    "plaque_kill_post": ("kill_post", "The killer's blind is not negative."),
    "plaque_buy_in": ("buy_in_max", "The buy-in goes from a least to a greatest amount."),
    "plaque_rake": ("charge", "Amounts of the charge are not negative, and it has a unit."),
    "plaque_chips_cannot_make": (
        "chips",
        "These chips cannot make the {what} of {amount}; the smallest is {smallest}.",
    ),
}
_INCOMPLETE = {
    "percent": ("basis_points", "A percentage needs a rate and a cap."),
    "steps": ("steps", "Steps are given in rising order, such as 20: 1, 40: 2."),
    "time": ("time_charge", "A time charge needs an amount and a number of minutes."),
}
_OTHER = {
    "no_plaque": "{table} has no plaque.",
    "table_closed": "The table is closed: it takes its newest plaque by itself.",
    "hand_in_progress": "A hand is in progress. Plaques change between hands.",
    "too_many_seats": "That game is dealt to at most {most} seats, not to {seats} (H-13).",
    "seat_count": "A table has 2 to {most} seats.",
}


def plaque_problem(refusal: Refusal) -> tuple[str | None, str]:
    """The field of the form and the sentence, with its rule."""
    if refusal.code == "plaque_rake_incomplete":
        field, text = _INCOMPLETE[str(refusal.facts["kind"])]
    else:
        field, text = OF_A_PLAQUE.get(
            refusal.code, ("", f"The plaque does not hold: {refusal.code}.")
        )
    told = text.format_map(_in_dollars(refusal.facts))
    return field or None, f"{told} ({refusal.rule})" if refusal.rule else told


def sentence(refusal: Refusal) -> str:
    """Any other refusal in the set-up pages."""
    text = _OTHER.get(refusal.code)
    return text.format_map(refusal.facts) if text else plaque_problem(refusal)[1]


def dollars(cents: int) -> str:
    """$4 and $2.50."""
    whole, rest = divmod(cents, 100)
    return f"${whole:,}.{rest:02d}" if rest else f"${whole:,}"


def _in_dollars(facts: Mapping[str, object]) -> dict[str, Any]:
    return {
        name: dollars(value) if isinstance(value, int) else value for name, value in facts.items()
    }
