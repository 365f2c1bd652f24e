"""Accessible names: verb, seat, name, state, in that order."""

from poker.formatting import money
from poker.view.model import SeatView

STATES = {
    "empty": "empty seat",
    "folded": "folded",
    "dead": "dead hand",
    "away": "away",
    "waiting": "waiting to come in",
    "sitting": "not in this hand",
    "in": "in",
}
SHORT = {"empty": "+ open seat", "dead": "dead hand", "waiting": "waiting", "sitting": "next hand"}
ENTRY = {
    "wait": "waits for big blind",
    "post": "posts next hand",
    "after_button": "waits for button",
}


MISSED = {"small": "missed small blind", "both": "missed both blinds"}


def left_alone(seat: SeatView) -> str:
    """Return the reminder for a player who leaves the table, and whether the floor was notified (S-018, S-037); "" for
    an empty seat.
    """
    if not seat.player:
        return ""
    notice = "Player away, floor notified. " if seat.long else ""
    return f"{notice}The house isn't responsible for unattended chips."


def missed_word(missed: str) -> str:
    return MISSED.get(missed, "")


def entry_word(choice: str) -> str:
    """Return how a new or returning player comes in, once chosen."""
    return ENTRY.get(choice, "")


def elsewhere(dealer: str, table: str) -> str:
    """Return why a tablet requests a badge again: a badge can be signed in at only one tablet."""
    return f"{dealer} signed in at another tablet ({table}) and is signed out here."


def state_word(state: str, *, short: bool = False) -> str:
    """Return the state of a seat. short: whether it must fit on a key."""
    return (SHORT.get(state) if short else None) or STATES.get(state, state)


def action_name(verb: str, seat: SeatView, tail: str = "") -> str:
    """Return an action's name, such as "Fold seat 4, Anvil, $8 to call"."""
    return f"{verb} {seat_name(seat, tail)}"


def seat_name(seat: SeatView, tail: str = "") -> str:
    """Return a seat's name, such as "seat 4, Anvil, $8 to call"."""
    parts = [f"seat {seat.seat}", str(seat.name or ""), tail or standing(seat)]
    return ", ".join(part for part in parts if part)


def standing(seat: SeatView) -> str:
    """Return the state of a seat for a screen reader."""
    if seat.state != "in":
        return state_word(seat.state)
    parts = ["all-in"] if seat.all_in else []
    if seat.front:
        parts.append(f"in for {money(seat.front)}")
    if seat.to_call:
        parts.append(f"{money(seat.to_call)} to call")
    if seat.away:
        parts.append("sitting out next hand")
    return ", ".join(parts) or "in"
