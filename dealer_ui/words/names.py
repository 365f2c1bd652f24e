"""Accessible names: verb, seat, name, state, in that order."""

from collections.abc import Mapping
from typing import Any

from rulings.wording.sayings import money

Seat = Mapping[str, Any]

STATES = {
    "empty": "empty seat",
    "folded": "folded",
    "dead": "hand killed",
    "away": "away",
    "waiting": "waiting to come in",
    "sitting": "not in this hand",
    "in": "in",
}
SHORT = {"empty": "tap to seat", "dead": "killed", "waiting": "waiting", "sitting": "next hand"}
ENTRY = {
    "wait": "waits for big blind",
    "post": "posts next hand",
    "after_button": "waits for button",
}


MISSED = {"small": "small blind missed", "both": "both blinds missed"}


def left_alone(seat: Seat) -> str:
    """What whoever goes away is told, and whether the floor knows (S-018, S-037); "" for an empty chair."""
    if not seat["player"]:
        return ""
    told = "Away for long, the floor is told. " if seat.get("long") else ""
    return f"{told}The house does not answer for chips left alone."


def missed_word(missed: str) -> str:
    """What a seat missed while it was away (S-064)."""
    return MISSED.get(missed, "")


def entry_word(choice: str) -> str:
    """How a new or returning player comes in, when it is said."""
    return ENTRY.get(choice, "")


def elsewhere(dealer: str, table: str) -> str:
    """Why a tablet asks for a badge again: a badge is signed in at one tablet."""
    return f"{dealer} is signed in at another tablet, {table}, and so no longer here."


def state_word(state: str, *, short: bool = False) -> str:
    """How a seat stands; short enough for a key when asked."""
    return (SHORT.get(state) if short else None) or STATES.get(state, state)


def action_name(verb: str, seat: Seat, tail: str = "") -> str:
    """ "Fold seat 4, Anvil, $8 to call"."""
    return f"{verb} {seat_name(seat, tail)}"


def seat_name(seat: Seat, tail: str = "") -> str:
    """ "seat 4, Anvil, $8 to call"."""
    parts = [f"seat {seat['seat']}", str(seat["name"] or ""), tail or standing(seat)]
    return ", ".join(part for part in parts if part)


def standing(seat: Seat) -> str:
    """What is to be known of a seat with the eyes closed."""
    if seat["state"] != "in":
        return state_word(seat["state"])
    parts = ["all-in"] if seat["all_in"] else []
    if seat["front"]:
        parts.append(f"in for {money(seat['front'])}")
    if seat["to_call"]:
        parts.append(f"{money(seat['to_call'])} to call")
    if seat["away"]:
        parts.append("sits out the next hand")
    return ", ".join(parts) or "in"
