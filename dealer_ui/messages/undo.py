"""The label of UNDO, which shows before the tap what it takes back."""

from collections.abc import Callable

from dealer_ui.messages import bounty, stud_notes
from dealer_ui.messages.inferred import was_act
from poker.formatting import as_sentence, money, money_or_blank, smart_quotes, street_word
from poker.state import UndoLabel
from poker.view.model import OpenerView, present

LABELS = {
    "deal": "Deal",
    "misdeal": "Misdeal",
    "rebuild_deck": "Deck rebuilt",
    "choose_game": "Change of game",
    "next_hand": "Next hand",
    "claim_promotion": "Jackpot call",
    "count_pot": "Pot count",
    "show_board": "Board cards",
    "agree_any_amount": "Any amount",
    "set_tracking": "Log detail",
    "close_table": "Close table",
}
SEATED = {
    "seat_player": "sits down",
    "leave_seat": "leaves",
    "change_seat": "seat change",
    "sit_out": "sits out",
    "sit_in": "sits in",
    "mark_away": "away",
    "mark_back": "back",
    "set_button": "button",
    "draw_button": "button",
    "straddle": "straddle",
    "post_short": "short post",
    "show_hand": "cards",
    "muck": "muck",
    "unfold": "hand put back",
    "kill_hand": "hand killed",
    "discard": "has thrown",
    "bust": "busted",
    "keep_player": "stays",
    "post_high_hand": "high hand",
}

RUNS = {1: "once", 2: "twice", 3: "three times"}
WHAT = {"complete": "complete", "all_in": "all-in"}  # A completed bring-in (S-116).


def undo_label(undo: UndoLabel | None, opener: OpenerView | None = None) -> str:
    """Return the label, such as "Seat 7 raise to $8", "Award $93 to seat 7" or "Nothing to undo". opener: as in the
    view.
    """
    return smart_quotes(_label(undo, opener)) if undo else "Nothing to undo"


def _label(undo: UndoLabel, opener: OpenerView | None) -> str:
    name = undo.name
    seat = undo.seat
    if message := stud_notes.undo(undo, opener):
        return message
    if name in _FORMATTERS:
        return _FORMATTERS[name](undo)
    if name in SEATED:
        return f"Seat {seat} {SEATED[name]}"
    return LABELS.get(name, as_sentence(str(name).replace("_", " ")))


def _act(undo: UndoLabel) -> str:
    what = undo.what
    amount = undo.amount
    to = "to " if what == "raise" else ""
    what = WHAT.get(what, what)
    return f"{what} {to}{money(amount)}" if amount else str(what)


def _acted(undo: UndoLabel) -> str:
    was = f", {was_act(undo.was)}" if undo.was else ""
    return f"Seat {undo.seat} {_act(undo)}{was}"


def _counted(undo: UndoLabel) -> str:
    """Return the street that a count opened, such as "Flop, 3 in"."""
    street = as_sentence(street_word(undo.street)) if undo.street else "Count"
    return f"{street}, {undo.count} in"


def _drew(undo: UndoLabel) -> str:
    return f"Seat {undo.seat} draws {undo.count}" if undo.count else f"Seat {undo.seat} pat"


def _declaration_label(undo: UndoLabel) -> str:
    return f"Seat {undo.seat} said {_words(undo)}".rstrip()


def _words(undo: UndoLabel) -> str:
    """Return the words of a declaration before the chips, or its amount (S-104)."""
    words = [] if undo.what == "sum" else [undo.what]
    words += [money(present(undo.amount))] if undo.amount else []
    return " ".join(words)


def _award(undo: UndoLabel) -> str:
    amount = money_or_blank(undo.amount)
    seat = undo.seat
    award = f"Award {amount}".rstrip()
    return f"{award} to seat {seat}" if seat else f"{award}, split"


_FORMATTERS: dict[str, Callable[[UndoLabel], str]] = {
    "act": _acted,
    "award": _award,
    "close_street": _counted,
    "correct_act": _acted,
    "run_out": lambda undo: f"Run it out, {undo.count} in",
    "declare": _declaration_label,
    "draw": _drew,
    "add_chips": lambda undo: f"Seat {undo.seat} adds {money(present(undo.amount))}",
    "take_chips": lambda undo: f"Seat {undo.seat} takes off {money(present(undo.amount))}",
    "draw_seats": lambda undo: f"Draw for {undo.count} seat{'' if undo.count == 1 else 's'}",
    "agree_runs": lambda undo: f"Seat {undo.seat} {RUNS[undo.count]}",
    "bomb_pot": lambda undo: f"Bomb pot {money_or_blank(undo.amount) or 'off'}",
    "splash_pot": lambda undo: f"Splash pot {money_or_blank(undo.amount) or 'off'}",
    "start_bounty": bounty.undo_label,
    "end_bounty": bounty.undo_label,
    "pay_bounty": bounty.undo_label,
    "call_time": lambda undo: f"Time for seat {undo.seat}",
    "stop_time": lambda undo: f"Time stopped, seat {undo.seat}",
    "collect_time": lambda undo: f"Time {money(present(undo.amount))}",
}
