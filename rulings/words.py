"""Sentences of the rulebook's pages."""

from datetime import datetime

from django.utils import timezone

from poker.refusal import Refusal

SENTENCES = {
    "not_a_manager": "{name} is no manager: only managers change the rulebook.",
    "no_badge": "You have no badge in this room, so a proposal would have no name. Sign in as staff.",
    "bad_sign_in": "Badge or PIN is wrong. Nothing was published.",
    "locked_out": "Too many wrong PINs: a manager unlocks that badge at Settings, Staff.",
    "same_person": "{name} proposed this version. A second manager publishes it.",
    "draft_moved_on": "{name} saved this draft at {at}, after you had opened it. Look at what it says now.",
    "draft_gone": "This draft is gone: version {version} was published by {name}.",
    "no_draft": "There is no draft any more. Nothing was changed.",
    "nothing_changes": "The draft says what version {version} says already.",
    "nothing_to_withdraw": "The table plays by the room's rulebook: there is nothing to withdraw.",
    "reason_missing": "A version needs a reason: every supervisor reads it.",
    "reason_long": "A reason has at most {longest} letters.",
    "date_past": "That date is over. What was dealt was dealt by the version of its time.",
    "date_before_last": "Version {version} counts from {at}. The next one counts from later.",
    "date_unreadable": "That is no date and time: {value}.",
    "no_clause": "There is no clause {clause} in the rulebook (any more).",
    "no_option": "Clause {clause} has no option {option}.",
    "no_preset": "There is no set named {preset}.",
    "no_table": "That table is not in this room.",
    "plaque_against_rules": "{table} could not go on under this: {why} Change its plaque first.",
}
STATUS = {
    "not_a_manager": 403,
    "no_badge": 403,
    "bad_sign_in": 403,
    "same_person": 403,
    "no_clause": 404,
    "draft_moved_on": 409,
    "draft_gone": 409,
    "no_draft": 409,
    "locked_out": 429,
}
OTHER = 422


def sentence(refusal: Refusal) -> str:
    """What the page says of a refusal."""
    facts = {name: _fact(value) for name, value in refusal.facts.items()}
    code = refusal.code
    if code == "draft_gone" and not refusal.facts.get("name"):
        code = "no_draft"
    return SENTENCES[code].format_map(facts)


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code, OTHER)


def day(moment: datetime) -> str:
    """1 Oct 2026, in the room's time."""
    return f"{timezone.localtime(moment):%-d %b %Y}"


def day_time(moment: datetime) -> str:
    """Mon 23 Nov 2026, 06:00, in the room's time."""
    return f"{timezone.localtime(moment):%a %-d %b %Y, %H:%M}"


def published(number: int, effective_from: datetime) -> str:
    """Told to whoever published."""
    since = day_time(effective_from)
    return f"Version {number} is published. It counts from {since}; a hand ends as it began."


def _fact(value: object) -> object:
    return day_time(value) if isinstance(value, datetime) else value
