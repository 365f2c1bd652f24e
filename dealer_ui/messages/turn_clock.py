"""Texts of a seat that holds up the hand. The page fills in {time}, which counts, and {called}, when TIME was
called.
"""

from collections.abc import Callable

from dealer_ui.messages.step_wordings import first_that_fits, then_seats
from dealer_ui.messages.texts import Sentence
from poker.formatting import money, smart_quotes, street_word
from poker.state import UndoLabel

MINUTE = 60
LAST_ACT = "the last act"
_ACTS = {
    "fold": "folded",
    "check": "checked",
    "call": "called",
    "bet": "bet",
    "raise": "raised to",
    "complete": "completed to",
    "all_in": "went all-in",
}
_WITH_AMOUNT = ("bet", "raise", "complete")


def silent_title(seat: int) -> str:
    return f"Seat {seat} is silent"


def silent_lines(undo: UndoLabel | None, seconds: int) -> list[str]:
    """Return how long the seat has been silent, and what TIME does: "0:52 since seat 5 raised to $50."."""
    return [f"{{time}} since {_last_act(undo)}.", f"TIME gives the player {seconds} seconds."]


def _last_act(undo: UndoLabel | None) -> str:
    describe = _DESCRIBE.get(undo.name) if undo else None
    return describe(undo) if undo and describe else LAST_ACT


def _act(undo: UndoLabel) -> str:
    word = _ACTS.get(undo.what)
    if word is None:
        return LAST_ACT
    amount = f" {money(undo.amount)}" if undo.what in _WITH_AMOUNT and undo.amount else ""
    return f"seat {undo.seat} {word}{amount}"


_DESCRIBE: dict[str, Callable[[UndoLabel], str]] = {
    "act": _act,
    "close_street": lambda undo: f"the {street_word(undo.street)}" if undo.street else LAST_ACT,
}


def clock_title(seat: int, seconds: int) -> str:
    """Return "Seat 6: 0:18 of 0:30", with a placeholder for the time left."""
    return f"Seat {seat}: {{time}} of {_minutes(seconds)}"


def clock_lines(*, faces_bet: bool) -> list[str]:
    """Return when TIME was called, and what happens when it ends (TDA R29)."""
    end = "the hand is dead" if faces_bet else "the player checks"
    return ["Called at {called}.", f"At 0:00 {end}."]


def clock_sentence(seat: int, bet: int, rest: list[int]) -> Sentence:
    """Return the step while the clock runs. bet: what the seat faces, 0 without a bet; rest: seats that act after
    it.
    """
    act = f"to act on {money(bet)}" if bet else "to check or bet"
    now = f"Seat {seat} has {{time}} {act}."
    now, then = first_that_fits(iter([(now, then_seats(rest)), (now, "")]))
    return Sentence(now=now, then=then)


def over_title(seat: int) -> str:
    return smart_quotes(f"Seat {seat}: time's up")


def over_lines(*, faces_bet: bool) -> list[str]:
    """Return the rule for the end of the time. Nothing happens automatically."""
    if faces_bet:
        return ["Facing a bet, the hand is dead.", "Tap FLOOR for the ruling."]
    return ["Without a bet, the player checks.", "Log the check, or tap FLOOR."]


def over_sentence(seat: int, *, faces_bet: bool) -> Sentence:
    """Return the step after the time is up."""
    then = "Tap FLOOR: the hand is dead." if faces_bet else "The player checks."
    return Sentence(now=smart_quotes(f"Time's up for seat {seat}."), then=then)


def _minutes(seconds: int) -> str:
    return f"{seconds // MINUTE}:{seconds % MINUTE:02}"
