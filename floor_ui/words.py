"""The floor's own words: groups of what may have happened, ages, decisions, refusals."""

from collections.abc import Mapping, Sequence
from typing import Any

from poker.refusal import Refusal
from rulings.wording.refusals import refusal as said
from rulings.wording.sayings import typeset

GROUPS = {
    "early": "Burn or card too early",
    "bet": "Bet or raise dispute",
    "exposed": "Card exposed",
    "turn": "Acted out of turn",
    "count": "Wrong number of cards",
    "deck": "Deck, stub or muck",
    "draw": "Wrong on the draw",
    "showdown": "Showdown or award",
    "button": "Button or blinds",
    "conduct": "Conduct",
}
OTHERS = {"come": "Just come", "conduct": "Conduct", "": "Not said yet"}
HELD = "Pot held"
DECISIONS = {
    "accepted": "Accepted",
    "overridden": "Overridden",
    "dealer": "Dealer's remedy",
}
LATER = {
    "drawn": "when all have drawn",
    "burn": "before the next burn",
    "showdown": "at the showdown",
    "after": "after the hand",
}
KINDS = {
    "ruling": "Ruling",
    "appeal": "Appeal",
    "correction": "Correction",
    "payment": "Held pot paid",
}
# Why another remedy than the proposed one; the last one needs words.
BACK = "choose under “The log takes back first” how far it goes back."
SENTENCES = {
    "no_sum": "{value} is no sum of money, or no reason. Write dollars, as 250.",
    "stale": "The table has moved on since this page was read. Nothing was ruled. Look again, then rule.",
    # A supervisor has no UNDO: how far the log goes back is chosen with the remedy.
    "street_behind": f"By the log that street is dealt already: {BACK}",
    "pot_awarded": f"By the log a pot is pushed already: {BACK}",
    "hand_in_progress": f"By the log hand {{hand}} is on: {BACK}",
    "draw_turn": f"By the log it is the draw of seat {{due}}. Where a seat drew that did not, {BACK}",
    "pot_known": f"The log knows the pot. Where it is wrong, {BACK}",
    "lost_side_pot": f"By the log seat {{seat}} lost a side pot, so it cannot win this one. If it did, {BACK}",
    "opener_late": f"By the log seat {{opener}} opened and somebody has acted: {BACK}",
    "bad_sign_in": "Badge or PIN is not right. Nothing was sent to the table.",
    "code_needed": "The code of your app is asked for here, too. Type badge, PIN and code.",
    "wrong_code": "The code is not right, or was used already. Wait for the next one and try again.",
    "code_wait": "Too many wrong codes. Wait a little, then try again.",
    "not_signed_in": "Nobody is signed in here any more. Sign in again, what is typed stays.",
    "no_break_reason": "Say why {table} is broken: choose a reason, or write one.",
    "table_not_open": "{table} is closed.",
    "other_game": "{table} has another game. Choose tables of the same one.",
    "no_such_table": "There is no table {table} in this room.",
    "draw_stale": "Somebody sat down or left during the draw. Nobody was moved. Draw again.",
    "apart_no_draw": "However it is drawn, {name} shares a table with {other}, whom the house keeps apart. Choose more "
    "tables, or seat them together.",
    "bad_money": "“{value}” is no sum of money.",
    "bad_number": "“{value}” is no number.",
    "bad_steps": "The steps cannot be read. Compose them again.",
    "no_reason": "Say why: choose a reason, and for “Other” write it.",
    "no_result": "Write what is ruled in one sentence.",
    "missing_argument": "“{step}” needs {what}.",
    "no_held_ruling": "No ruling of this room holds that pot.",
}
STATUS = {
    "not_signed_in": 401,
    "bad_sign_in": 403,
    "code_needed": 403,
    "wrong_code": 403,
    "code_wait": 429,
    "not_allowed": 403,
    "own_call": 403,
    "no_floor_call": 409,
    "call_over": 409,
    "stale": 409,
    "locked_out": 429,
}
OTHER = 422


def decided(decision: str, steps: Sequence[Mapping[str, Any]]) -> str:
    """How a call was decided, in words; a supervisor who holds the pot proposes nothing else."""
    lines = (line for step in steps for line in step.get("do", ()))
    if decision == "overridden" and any(line.partition(" ")[0] == "impound" for line in lines):
        return HELD
    return DECISIONS.get(decision, decision)


def sentence(refusal: Refusal) -> str:
    """A refusal as the floor reads it."""
    told = SENTENCES.get(refusal.code)
    if told is None:
        return said(refusal)
    facts: Mapping[str, object] = refusal.facts
    return typeset(told.format_map({name: str(value)[:60] for name, value in facts.items()}))


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code, OTHER)


def group(name: str) -> str:
    """A group of irregularities."""
    return GROUPS.get(name, name)
