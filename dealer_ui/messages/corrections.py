"""Words of logged acts and of their correction: "raise to $60", "Seat 8: raise to $120 no longer fits"."""

from collections.abc import Iterator, Sequence

from dealer_ui.messages.step_wordings import Line
from poker.formatting import act_text, as_sentence, money, seats_said, street_word
from poker.state import LoggedAct, UndoLabel
from poker.step import Step
from poker.view.model import ActView, TableView

LATER = 3  # later acts that a sheet names
SAME_ACT = "That's what the log has."


def round_name(street: str) -> str:
    """Return the round of an act as a heading, such as "Before the flop" or "Turn"."""
    return "Before the flop" if street == "preflop" else as_sentence(street_word(street))


def later_acts(acts: Sequence[ActView]) -> str:
    """Return the acts after a corrected one, the last few by name: "seat 4 raise to $200, seat 7 fold"."""
    named = [f"seat {act.seat} {act_text(act.what, act.to)}" for act in acts[-LATER:]]
    more = len(acts) - len(named)
    return ", ".join([f"{more} more", *named] if more else named)


def correction_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield the question about an act that no longer fits after a correction."""
    seat = step.seats[0]
    act = act_text(step.facts["act"], step.amount or 0)
    then = "The rest stays."
    yield f"Seat {seat}'s {act} no longer fits. What did seat {seat} do?", then
    yield f"Seat {seat}'s {act} no longer fits. What was it?", then
    yield f"Seat {seat}: what was it?", then


def dropped_note(undo: UndoLabel | None) -> str:
    """Return whose later act was dropped by the last correction, such as "Seat 3's later action is off"."""
    if undo is None or not undo.dropped:
        return ""
    seats = as_sentence(seats_said(undo.dropped))
    return f"{seats}: later action is off"


def replaced_text(act: LoggedAct) -> str:
    """Return the act that the last tap corrected, to be struck through: its amount, or the act itself."""
    return money(act.to) if act.to and act.what != "check" else act.what
