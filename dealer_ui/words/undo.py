"""What UNDO takes back, named before it is tapped."""

from collections.abc import Mapping
from typing import Any

from dealer_ui.words.sayings import counted, money, sentence, typeset

PLAIN = {
    "deal": "Deal",
    "misdeal": "Misdeal",
    "rebuild_deck": "Deck made up",
    "choose_game": "Change of game",
    "next_hand": "Next hand",
    "count_pot": "Pot count",
    "show_board": "Board cards",
    "agree_any_amount": "Any amount",
    "set_tracking": "Log level",
    "close_table": "Close table",
}
SEATED = {
    "seat_player": "sits down",
    "leave_seat": "leaves",
    "sit_out": "sits out",
    "sit_in": "sits in",
    "set_button": "button",
    "draw_button": "button",
    "straddle": "straddle",
    "post_short": "short post",
    "show_hand": "cards",
    "muck": "muck",
    "unfold": "hand back",
    "kill_hand": "hand killed",
}

# The engine leaves out what does not apply.
_EMPTY = {"what": "", "seat": 0, "amount": 0, "count": 0}


def undo_label(undo: Mapping[str, Any] | None) -> str:
    """ "Seat 7 raise to $8", "Award $93 to seat 7", "Nothing to undo"."""
    return typeset(_label(_EMPTY | dict(undo))) if undo else "Nothing to undo"


def _label(undo: Mapping[str, Any]) -> str:
    name, seat = undo["name"], undo["seat"]
    if name == "act":
        return f"Seat {seat} {_act(undo)}"
    if name == "award":
        return _award(undo)
    if name == "close_street":
        return f"{undo['count']} still in"
    if name == "draw":
        return f"Seat {seat} draws {undo['count']}" if undo["count"] else f"Seat {seat} pat"
    if name == "declare":
        return f"Seat {seat} said {_words(undo)}".rstrip()
    if name in SEATED:
        return f"Seat {seat} {SEATED[name]}"
    if name == "add_chips":
        return f"Seat {seat} adds {money(undo['amount'])}"
    if name == "collect_time":
        return f"Time charge {money(undo['amount'])}"
    return PLAIN.get(name, sentence(str(name).replace("_", " ")))


def _act(undo: Mapping[str, Any]) -> str:
    what, amount = undo["what"], undo["amount"]
    to = "to " if what == "raise" else ""
    return f"{what} {to}{money(amount)}" if amount else str(what)


def _words(undo: Mapping[str, Any]) -> str:
    """What was said before the chips; a sum is said as itself (S-104)."""
    words = [] if undo["what"] == "sum" else [undo["what"]]
    words += [money(undo["amount"])] if undo["amount"] else []
    return " ".join(words)


def _award(undo: Mapping[str, Any]) -> str:
    amount, seat = counted(undo["amount"]), undo["seat"]
    award = f"Award {amount}".rstrip()
    return f"{award} to seat {seat}" if seat else f"{award}, split"
