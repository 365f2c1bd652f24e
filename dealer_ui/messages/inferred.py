"""Inferred acts: the pill that asks about one, the note on a rewritten act, and repeated questions."""

from collections.abc import Sequence

from poker.formatting import as_sentence, listed, money, smart_quotes
from poker.state import UndoLabel
from poker.view.model import InferredView, MoneyView

PILL_LENGTH = 10  # characters that fit next to a button and the start of a name
ARROW = chr(0x2192)
DONE = {"call": "called", "check": "checked"}
TOTALS = ("bet", "raise", "complete")  # acts whose amount is the seat's total in front


def inferred_pill(inferred: InferredView, *, all_in: bool) -> tuple[str, str]:
    """Return the pill of a seat's inferred act, such as "call $4?", and its name for a screen reader."""
    if inferred.what == "check":
        return "check?", "check assumed"
    amount = money(inferred.to)
    what = f"{'all-in' if all_in else 'call'} {amount}"
    return f"{what if len(what) <= PILL_LENGTH else amount}?", f"{what} assumed"


def was_act(was: str) -> str:
    """Return the inferred act that the last tap replaced, such as "was a call"."""
    return f"was a {was}" if was else ""


def rewrite_note(undo: UndoLabel | None, money_view: MoneyView) -> str:
    """Return what the last tap changed, such as "Seat 6 now a fold. Pot $18 to $14"; "" if it rewrote nothing."""
    if not undo or not undo.was:
        return ""
    seat = undo.seat
    what = undo.what
    amount = undo.amount or 0
    back = undo.returned - (amount if what == "call" else 0)
    if what == undo.was and not back:
        return smart_quotes(f"Seat {seat}'s {what} is no longer assumed")
    if what == "all_in":  # a call or a raise; the label does not show which
        return f"Seat {seat} now all-in for {money(amount)}"
    named = f"{what} to {money(amount)}" if what in ("raise", "complete") else what
    named += f" of {money(amount)}" if amount and what in ("bet", "call") else ""
    note = f"Seat {seat} now a {named}"
    if what in TOTALS or not back or not money_view.known:
        return note
    pot = money_view.pot
    return f"{note}. Pot {money(pot + back)} {ARROW} {money(pot)}"


def asked_sentence(asked: Sequence[tuple[int, str]]) -> str:
    """Return the question for seats whose tapped act was taken back by a rewritten one: "Seat 9 had called: ask
    again.".
    """
    parts = [f"seat {seat} had {DONE[what]}" for seat, what in asked]
    return f"{as_sentence(listed(parts, 'and'))}: ask again." if parts else ""
