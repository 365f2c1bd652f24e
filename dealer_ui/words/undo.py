"""What UNDO takes back, named before it is tapped."""

from collections.abc import Mapping
from typing import Any

from dealer_ui.words.sayings import money, pot_name, sentence, street_word, typeset

ACTS = {"fold": "fold", "check": "check", "call": "call", "all_in": "all-in", "first_in": "first in"}
PLAIN = {
    "deal": "Deal",
    "misdeal": "Misdeal",
    "next_hand": "Next hand",
    "open_table": "Open table",
    "close_table": "Close table",
    "change_plaque": "New plaque",
    "draw_button": "Button draw",
    "show_board": "Board cards",
    "agree_any_amount": "Any amount",
    "call_floor": "Floor call",
    "cancel_floor": "Cancel floor call",
    "push_dealer": "Dealer change",
    "set_tracking": "Log level",
}
SEATED = {
    "seat_player": "sits down",
    "leave_seat": "leaves",
    "sit_out": "sits out",
    "sit_in": "sits in",
    "add_chips": "adds chips",
    "set_button": "button",
    "straddle": "straddle",
    "post_short": "short post",
    "show_hand": "cards",
    "muck": "muck",
    "unfold": "hand back",
    "kill_hand": "hand killed",
}


def undo_label(undo: Mapping[str, Any] | None) -> str:
    """"Seat 7 raise to $8", "Award $93 to seat 7", "Nothing to undo"."""
    return typeset(_label(undo)) if undo else "Nothing to undo"


def _label(undo: Mapping[str, Any]) -> str:
    name, seat = undo["name"], undo.get("seat")
    if name in ("act", "first_in"):
        return f"Seat {seat} {_act(undo)}"
    if name == "award":
        return _award(undo)
    if name in ("close_street", "skip_to"):
        return _street(undo)
    if name == "count_pot":
        return f"Pot counted {money(undo.get('amount') or 0)}"
    if name in SEATED:
        return f"Seat {seat} {SEATED[name]}"
    return PLAIN.get(name, sentence(str(name).replace("_", " ")))


def _act(undo: Mapping[str, Any]) -> str:
    what, amount = undo.get("what") or "first_in", undo.get("amount")
    if what in ("bet", "raise"):
        to = "to " if what == "raise" else ""
        return f"{what} {to}{money(amount)}" if amount else str(what)
    word = ACTS.get(what, str(what).replace("_", " "))
    return f"{word} {money(amount)}" if amount and what in ("call", "all_in") else word


def _award(undo: Mapping[str, Any]) -> str:
    what, seat, amount = undo.get("what"), undo.get("seat"), undo.get("amount")
    pot = pot_name(what) if what else f"Award {money(amount)}" if amount else "Award"
    return f"{pot} to seat {seat}" if seat else f"{pot} split"


def _street(undo: Mapping[str, Any]) -> str:
    street, count = street_word(undo.get("what")), undo.get("count")
    head = sentence(street) if street else "Next street"
    return f"{head} · {count} in" if count else f"{head} dealt"
