"""The catalogue of refusals: each code has one sentence, one HTTP status and at most one form field.

A sentence contains facts of the refusal. `{amount:money}` and `{cards:card}` set how a fact is formatted. `ADVICE`
has what to do next, with one line per kind of reader, because readers have different keys.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Literal, TypeVar

from web.messages import (
    refusal_alerts,
    refusal_api,
    refusal_floor,
    refusal_forms,
    refusal_games,
    refusal_plaques,
    refusal_players,
    refusal_records,
    refusal_rulebook,
    refusal_setup,
    refusal_stud,
    refusal_table,
    sign_in,
)

Value = TypeVar("Value")
Reader = Literal["", "dealer", "supervisor"]  # "" means a reader with neither UNDO nor remedies
UNDERSTOOD_AND_REFUSED = 422  # the default status of a code


def _merge(*tables: Mapping[str, Value]) -> dict[str, Value]:
    """Return all entries. Raises ValueError if a code is in two tables."""
    merged = dict(chain.from_iterable(table.items() for table in tables))
    if len(merged) != sum(map(len, tables)):
        codes = list(chain.from_iterable(tables))
        raise ValueError(
            f"In two tables: {sorted({code for code in codes if codes.count(code) > 1})}"
        )
    return merged


MESSAGES = _merge(
    sign_in.SIGN_IN,
    refusal_table.TABLE,
    refusal_plaques.PLAQUES,
    refusal_games.GAMES,
    refusal_stud.STUD,
    refusal_floor.FLOOR,
    refusal_players.PLAYERS,
    refusal_forms.FORMS,
    refusal_rulebook.RULEBOOK,
    refusal_records.RECORDS,
    refusal_api.API,
    refusal_setup.SETUP,
    refusal_alerts.ALERTS,
)
STATUS = _merge(
    sign_in.STATUS,
    refusal_table.STATUS,
    refusal_floor.STATUS,
    refusal_players.STATUS,
    refusal_forms.STATUS,
    refusal_rulebook.STATUS,
    refusal_records.STATUS,
    refusal_api.STATUS,
    refusal_setup.STATUS,
    refusal_alerts.STATUS,
)
FIELD = refusal_plaques.FIELD


def add(messages: Mapping[str, str], status: Mapping[str, int]) -> None:
    """Add the refusals of a slice when its Django app starts. Raises `ValueError` for a code that already exists."""
    if twice := sorted(MESSAGES.keys() & messages.keys()):
        raise ValueError(f"In two tables: {twice}")
    MESSAGES.update(messages)
    STATUS.update(status)


_TO_A_SUPERVISOR = dict.fromkeys(
    ("player_barred", "player_excluded", "player_suspended", "players_apart", "too_young"),
    "Call a supervisor.",
)
_ROLL_BACK = "If the log is wrong, choose under “Roll the log back” how far to go."
ADVICE: dict[Reader, dict[str, str]] = {
    "": {**_TO_A_SUPERVISOR, "hand_in_progress": "Wait until it ends, then try again."},
    "dealer": {
        **_TO_A_SUPERVISOR,
        "correction_does_not_fit": "UNDO up to the card, or call the floor.",
        "correction_open": "Or UNDO.",
        "draw_turn": "Tap that draw first, or UNDO.",
        "hand_in_progress": "Finish it first, or UNDO.",
        "hand_paused": "Keep burns, board and muck apart. You can still log conduct.",
        **dict.fromkeys(
            ("lost_half", "lost_side_pot", "side_logged", "tied_together"), "UNDO if that's wrong."
        ),
        "no_plaque": "Ask a manager to set one.",
        "not_signed_in": "Enter badge and PIN.",
        "opener_late": "UNDO, or call the floor.",
        "splash_pot_announced": "UNDO, or No splash pot in MORE.",
        "player_elsewhere": "Ask the desk, or tap FLOOR.",
        "pot_awarded": "UNDO first.",
        "pot_known": "UNDO if that's wrong.",
        "stale": "Check it, and tap again if it still applies.",
        **dict.fromkeys(("straddle_full", "straddle_twice"), "UNDO to take it back."),
        **dict.fromkeys(
            ("discarded_already", "discards_over_count", "count_discarded"),
            "UNDO if a tap is wrong.",
        ),
        "straddle_turn": "Tap one of those, or deal.",
        "street_behind": "UNDO to go back.",
        "table_closed": "Open it with OPEN TABLE.",
        "undo_overtaken": "Look at the table, then tap UNDO again.",
        "winner_missing": "Tap WINS on the seat.",
        **dict.fromkeys((*refusal_plaques.FIELD, "bad_rules"), "Ask a manager."),
    },
    # A supervisor has no UNDO. The remedy decides how far the log is rolled back.
    "supervisor": {
        **dict.fromkeys(
            (
                "draw_turn",
                "hand_in_progress",
                "lost_half",
                "lost_side_pot",
                "opener_late",
                "pot_awarded",
                "pot_known",
                "street_behind",
                "tied_together",
                "undo_overtaken",
            ),
            _ROLL_BACK,
        ),
        "hand_paused": "Rule on it or cancel it first.",
        "stale": "Check the table again, then decide.",
        "winner_missing": "Check at least one player.",
    },
}
