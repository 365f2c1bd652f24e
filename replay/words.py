"""What replay says: its own refusals, and who somebody is."""

from collections.abc import Mapping

from floor_ui import words as floor
from poker.refusal import Refusal
from rulings.wording.sayings import typeset

SENTENCES = {
    "replay_unread": "“{text}” names no table with a time or a hand. Write it as T12 at 21:43, or T12 hand 214.",
    "replay_no_table": "There is no table {table} in this room.",
    "replay_no_hand": "{table} has no hand {hand}.",
    "replay_no_entry": "The log of {table} has no entry {seq}.",
    "replay_to_come": "{at} is yet to come. For another day write the date too, as 2026-11-21.",
    "replay_before": "Nothing is in the log of {table} at that time. It begins {began}.",
    "phh_unfinished": "This hand is not over: there is no award to write down yet.",
    "phh_not_followed": "In this hand not every bet was followed, so its history would not be true. The steps have "
    "what was seen.",
    "phh_no_word": "The format for hand histories has no word for {what}. The evidence bundle has all of it.",
}
STATUS = {"replay_no_table": 404, "replay_no_hand": 404, "replay_no_entry": 404}


def sentence(refusal: Refusal) -> str:
    """A refusal as whoever reads hands is told."""
    told = SENTENCES.get(refusal.code)
    if told is None:
        return floor.sentence(refusal)
    facts: Mapping[str, object] = {"what": "it"} | dict(refusal.facts)
    return typeset(told.format_map({name: str(value)[:60] for name, value in facts.items()}))


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code) or floor.status(refusal)
