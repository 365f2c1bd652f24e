"""What UNDO takes back, named before it is tapped."""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_ui.words import stud_said
from rulings.wording.sayings import counted, money, sentence, typeset

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
    "change_seat": "changes seats",
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

FULL = "full bet"  # a bring-in that was completed (S-116)

# The engine leaves out what does not apply.
_EMPTY = {"what": "", "seat": 0, "amount": 0, "count": 0}


def undo_label(undo: Mapping[str, Any] | None, opener: Mapping[str, Any] | None = None) -> str:
    """ "Seat 7 raise to $8", "Award $93 to seat 7", "Nothing to undo"; `opener` as the view has it."""
    return typeset(_label(_EMPTY | dict(undo), opener)) if undo else "Nothing to undo"


def _label(undo: Mapping[str, Any], opener: Mapping[str, Any] | None) -> str:
    name, seat = undo["name"], undo["seat"]
    if told := stud_said.undo(undo, opener):
        return told
    if name in _TOLD:
        return _TOLD[name](undo)
    if name in SEATED:
        return f"Seat {seat} {SEATED[name]}"
    return PLAIN.get(name, sentence(str(name).replace("_", " ")))


def _act(undo: Mapping[str, Any]) -> str:
    what, amount = undo["what"], undo["amount"]
    to, what = ("to " if what == "raise" else ""), FULL if what == "complete" else what
    return f"{what} {to}{money(amount)}" if amount else str(what)


def _acted(undo: Mapping[str, Any]) -> str:
    return f"Seat {undo['seat']} {_act(undo)}"


def _drew(undo: Mapping[str, Any]) -> str:
    return (
        f"Seat {undo['seat']} draws {undo['count']}"
        if undo["count"]
        else f"Seat {undo['seat']} pat"
    )


def _said(undo: Mapping[str, Any]) -> str:
    return f"Seat {undo['seat']} said {_words(undo)}".rstrip()


def _words(undo: Mapping[str, Any]) -> str:
    """What was said before the chips; a sum is said as itself (S-104)."""
    words = [] if undo["what"] == "sum" else [undo["what"]]
    words += [money(undo["amount"])] if undo["amount"] else []
    return " ".join(words)


def _award(undo: Mapping[str, Any]) -> str:
    amount, seat = counted(undo["amount"]), undo["seat"]
    award = f"Award {amount}".rstrip()
    return f"{award} to seat {seat}" if seat else f"{award}, split"


_TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "act": _acted,
    "award": _award,
    "close_street": lambda undo: f"{undo['count']} still in",
    "declare": _said,
    "draw": _drew,
    "add_chips": lambda undo: f"Seat {undo['seat']} adds {money(undo['amount'])}",
    "take_chips": lambda undo: f"Seat {undo['seat']} takes off {money(undo['amount'])}",
    "draw_seats": lambda undo: f"Draw of {undo['count']} chair{'' if undo['count'] == 1 else 's'}",
    "collect_time": lambda undo: f"Time charge {money(undo['amount'])}",
}
