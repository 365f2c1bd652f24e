"""The agreement to run it twice or three times, seat by seat (H-73)."""

from poker import commands as c
from poker import events as e
from poker.decide.deal import ensure_dealt
from poker.decide.showing import live_index
from poker.draft import Draft
from poker.refusal import Refusal
from poker.runs import MOST, agreed_runs, check_runs, deck_allows


def agree_runs(draft: Draft, command: c.AgreeRuns, now: int) -> None:
    """Record how often a player wants the rest of the board dealt; all must agree on more than one run.

    Raises `Refusal`: `runs_too_many`, and those of `runs.check_runs`.
    """
    ensure_dealt(draft)
    live_index(draft.hand, command.seat)
    check_runs(draft.table)
    most = MOST[draft.table.rules.runs]
    if command.runs > most:
        raise Refusal("runs_too_many", "H-73", runs=command.runs, most=most)
    allowed = deck_allows(draft.table)
    if command.runs > allowed:
        raise Refusal("runs_deck", "H-73", most=allowed, players=len(draft.hand.parts))
    draft.record(e.RunsAgreed(command.seat, command.runs))
    hand = draft.hand
    runs = agreed_runs(hand)
    if runs != (hand.runs.count if hand.runs else 1):
        draft.record(e.RunsChosen(runs))
