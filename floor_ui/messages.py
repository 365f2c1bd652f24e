"""Texts of the floor: groups of irregularities, ages, decisions, refusals."""

from collections.abc import Mapping, Sequence

from poker.formatting import smart_quotes
from poker.json_types import JsonObject
from poker.refusal import Refusal
from rulings.messages.refusals import refusal as said
from rulings.messages.sign_in import SIGN_IN
from rulings.messages.sign_in import STATUS as SIGN_IN_STATUS

GROUPS = {
    "early": "Premature burn or card",
    "bet": "Bet or raise dispute",
    "exposed": "Card exposed",
    "turn": "Acted out of turn",
    "count": "Wrong number of cards",
    "deck": "Deck, stub or muck",
    "draw": "Draw error",
    "showdown": "Showdown or award",
    "button": "Button or blinds",
    "conduct": "Conduct",
}
OTHER_REPORTS = {"come": "Come to the table", "conduct": "Conduct", "": "Not stated yet"}
HELD = "Pot held"
DECISIONS = {
    "accepted": "Accepted",
    "overridden": "Overridden",
    "dealer": "Dealer's remedy",
}
LATER = {
    "drawn": "after everyone draws",
    "burn": "before the next burn",
    "showdown": "at showdown",
    "after": "after the hand",
}
KINDS = {
    "ruling": "Ruling",
    "appeal": "Appeal",
    "correction": "Correction",
    "payment": "Held pot paid",
}
# Reasons for overriding the proposal; the last one needs text.
ROLLBACK_HINT = "under “Roll the log back”, choose how far."
MESSAGES = {
    "hand_over": "Hand {hand} is already over. Nothing was changed.",
    "winner_missing": "Who won the pot? Check at least one player.",
    "hand_paused": "A floor call is open at this table. Rule on it or cancel it first.",
    "finish_how": "Choose the dealer's count, or void the hand.",
    "finish_shares": "Enter an amount for each winner, or leave all blank to split the pot evenly.",
    "push_nobody": "Choose who deals at {table} next.",
    "player_elsewhere": "{name} is seated at {table} seat {seat} in {room}. Open that seat first.",
    "no_sum": "{value} isn't a dollar amount or a listed reason. Enter dollars, such as 250.",
    "stale": "The table has moved on since this page loaded. No ruling was made. Check it again, then rule.",
    # A supervisor has no UNDO: how far the log is rolled back is chosen with the remedy.
    "street_behind": f"The log shows that street already dealt: {ROLLBACK_HINT}",
    "pot_awarded": f"The log shows a pot already pushed: {ROLLBACK_HINT}",
    "hand_in_progress": f"The log shows hand {{hand}} in progress: {ROLLBACK_HINT}",
    "draw_turn": f"The log shows seat {{due}} is next to draw. If a seat is logged that didn't draw, {ROLLBACK_HINT}",
    "undo_overtaken": f"Something else was recorded since. {ROLLBACK_HINT[0].upper()}{ROLLBACK_HINT[1:]}",
    "pot_known": f"The log already has the pot. If it's wrong, {ROLLBACK_HINT}",
    "lost_side_pot": "The log shows seat {seat} lost a side pot, so it can't win this one."
    f" If it did, {ROLLBACK_HINT}",
    "opener_late": f"The log shows seat {{opener}} opened and there's been action since: {ROLLBACK_HINT}",
    **SIGN_IN,
    "not_signed_in": "You've been signed out. Sign in again; what you typed is still here.",
    "no_break_reason": "Give a reason for breaking {table}: choose one or write your own.",
    "table_not_open": "{table} is closed.",
    "other_game": "{table} has a different game. Choose tables with the same game.",
    "no_such_table": "No table {table} in this room.",
    "draw_stale": "A player sat down or left during the draw. No one was moved. Draw again.",
    "apart_no_draw": "Every draw puts {name} with {other}, and the house keeps them apart. Choose more "
    "tables, or seat them together.",
    "bad_money": "“{value}” isn't a dollar amount.",
    "bad_number": "“{value}” isn't a number.",
    "bad_steps": "The steps can't be read. Enter them again.",
    "no_reason": "Give a reason: choose one, and for “Other” write it out.",
    "no_result": "Write the ruling in one sentence.",
    "missing_argument": "“{step}” needs {what}.",
    "no_held_ruling": "No ruling in this room is holding that pot.",
}
STATUS = {
    **SIGN_IN_STATUS,
    "not_signed_in": 401,
    "not_allowed": 403,
    "own_call": 403,
    "no_floor_call": 409,
    "call_over": 409,
    "stale": 409,
    "id_reused": 409,
}
DEFAULT_STATUS = 422
# Another person has to sign; the message says who.
ABOUT_ROLE = (
    "not_allowed",
    "own_call",
    "not_for_you",
    "same_agent",
    "no_supervisor",
    "other_agent",
)


def decision_text(decision: str, steps: Sequence[JsonObject]) -> str:
    """Return how a call was decided. A supervisor who holds the pot proposes nothing else."""
    lines = (line for step in steps for line in step.get("do", ()))
    if decision == "overridden" and any(line.partition(" ")[0] == "impound" for line in lines):
        return HELD
    return DECISIONS.get(decision, decision)


def refusal_message(refusal: Refusal) -> str:
    """Return the message of a refusal for the floor."""
    message = MESSAGES.get(refusal.code)
    if message is None:
        return said(refusal)
    facts: Mapping[str, object] = refusal.facts
    return smart_quotes(
        message.format_map({name: str(value)[:60] for name, value in facts.items()})
    )


def is_about_role(refusal: Refusal | None) -> bool:
    """Return whether a refusal is about who signed: the same person's PIN is refused again, however it is typed."""
    return refusal is not None and refusal.code in ABOUT_ROLE


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal."""
    return STATUS.get(refusal.code, DEFAULT_STATUS)


def group(name: str) -> str:
    """Return the title of a group of irregularities."""
    return GROUPS.get(name, name)
