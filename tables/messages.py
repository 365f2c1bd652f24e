"""Messages of the admin site: what is wrong with a plaque, and in which field."""

from collections.abc import Mapping

from poker.refusal import Refusal

# code: (form field, message); amounts in the facts are formatted in dollars
PLAQUE_MESSAGES = {
    "plaque_game": ("game", "That game isn't dealt here."),
    "plaque_chips": (
        "chips",
        "Enter each chip value once; none can be zero, and the smallest can be $10,000 at most.",
    ),
    "plaque_bet_missing": ("small_bet", "The bet is missing."),
    "plaque_big_bet_below_small": (
        "big_bet",
        "The big bet, {big}, is below the small bet, {small}.",
    ),
    "plaque_fixed_varies": (
        "big_bet",
        "Fixed limit here has one bet size. For {small}/{big} limit, choose Split.",
    ),
    "plaque_blind_not_positive": (
        "blinds",
        "A blind must be above zero; an ante can't be negative.",
    ),
    "plaque_big_blind_below_small": ("blinds", "The big blind is below the small blind."),
    "plaque_straddle_needs_blind": ("straddle", "A straddle needs blinds."),
    "plaque_blind_over_bet": ("blinds", "The {blind} blind is above the {bet} bet."),
    "plaque_limit": ("limit", "2-7 single draw is no-limit only."),
    "plaque_rotation_one_game": ("rotation", "A rotation needs at least one more plaque."),
    "plaque_rotation_count": ("rotate_count", "Enter how many {by} for the rotation."),
    "plaque_stud_blinds": ("blinds", "Stud has antes and a bring-in, no blinds."),
    "plaque_ante_missing": ("ante", "House rule: everyone antes in stud."),
    "plaque_bring_in_missing": ("bring_in", "House rule: stud has a bring-in."),
    "plaque_bring_in_over_bet": (
        "bring_in",
        "The {bring_in} bring-in is above the {bet} bet.",
    ),
    "plaque_kill_game": ("kill", "A kill is only for limit Omaha eight-or-better."),
    "plaque_kill_trigger": ("kill_trigger", "Enter the pot size that makes it a kill."),
    "plaque_kill_post": ("kill_post", "The killer's blind can't be negative."),
    "plaque_buy_in": ("buy_in_max", "The maximum buy-in is below the minimum."),
    "plaque_rake": ("charge", "Collection amounts can't be negative, and rounding needs a unit."),
    "plaque_chips_cannot_make": (
        "chips",
        "These chips can't make the {amount} {what}; the smallest is {smallest}.",
    ),
}
_INCOMPLETE_RAKE = {
    "percent": ("basis_points", "A percentage rake needs a rate and a cap."),
    "steps": ("steps", "Enter steps in rising order, such as 20: 1, 40: 2."),
    "time": ("time_charge", "Time needs an amount and a number of minutes."),
}
_OTHER_MESSAGES = {
    "no_plaque": "{table} has no plaque.",
    "table_closed": "The table is closed; it picks up its newest plaque by itself.",
    "hand_in_progress": "Hand in progress. Plaques change between hands.",
    "too_many_seats": "That game seats at most {most}, not {seats} (H-13).",
    "seat_count": "A table has 2 to {most} seats.",
}


def plaque_problem(refusal: Refusal) -> tuple[str | None, str]:
    """Return the form field and the message with its rule."""
    if refusal.code == "plaque_rake_incomplete":
        field, text = _INCOMPLETE_RAKE[str(refusal.facts["kind"])]
    else:
        field, text = PLAQUE_MESSAGES.get(refusal.code, ("", f"Plaque not valid: {refusal.code}."))
    message = text.format_map(_in_dollars(refusal.facts))
    return field or None, f"{message} ({refusal.rule})" if refusal.rule else message


def refusal_message(refusal: Refusal) -> str:
    """Return the message for any other refusal on the admin site."""
    text = _OTHER_MESSAGES.get(refusal.code)
    return text.format_map(refusal.facts) if text else plaque_problem(refusal)[1]


def dollars(cents: int) -> str:
    """Format cents as $4 or $2.50."""
    total, remainder = divmod(cents, 100)
    return f"${total:,}.{remainder:02d}" if remainder else f"${total:,}"


def _in_dollars(facts: Mapping[str, object]) -> dict[str, object]:
    return {
        name: dollars(value) if isinstance(value, int) else value for name, value in facts.items()
    }
