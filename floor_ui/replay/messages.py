"""Messages of replay: its refusals, and the names of actors."""

from collections.abc import Mapping

from floor_ui import messages as floor
from poker.formatting import smart_quotes
from poker.refusal import Refusal

MESSAGES = {
    "replay_unread": "“{text}” doesn't name a table with a time or hand. Write T12 at 21:43, or T12 hand 214.",
    "replay_no_table": "No table {table} in this room.",
    "replay_no_hand": "{table} has no hand {hand}.",
    "replay_no_entry": "The log of {table} has no entry {seq}.",
    "replay_to_come": "{at} is in the future. For another day, add the date, like 2026-11-21.",
    "replay_before": "{table} has nothing logged at that time. Its log starts {began}.",
    "phh_unfinished": "This hand isn't over, so there's no hand history yet.",
    "phh_not_followed": "Not every bet was logged in this hand, so a hand history wouldn't be accurate. The steps show"
    " what was logged.",
    "phh_no_word": "The hand history format can't express {what}. The evidence bundle has everything.",
}
STATUS = {"replay_no_table": 404, "replay_no_hand": 404, "replay_no_entry": 404}


def refusal_message(refusal: Refusal) -> str:
    """Return the text of a refusal."""
    message = MESSAGES.get(refusal.code)
    if message is None:
        return floor.refusal_message(refusal)
    facts: Mapping[str, object] = {"what": "it"} | dict(refusal.facts)
    return smart_quotes(
        message.format_map({name: str(value)[:60] for name, value in facts.items()})
    )


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status for a refusal."""
    return STATUS.get(refusal.code) or floor.http_status(refusal)
