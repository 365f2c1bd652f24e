"""Messages of the rulebook's pages."""

from datetime import datetime

from django.utils import timezone

from poker.refusal import Refusal
from rulings.messages.sign_in import SIGN_IN
from rulings.messages.sign_in import STATUS as SIGN_IN_STATUS

MESSAGES = {
    **SIGN_IN,
    "not_a_manager": "{name} isn't a manager. Only managers can change the rulebook.",
    "no_badge": "Your account has no badge, so a proposal wouldn't carry a name. Sign in as staff.",
    "same_person": "{name} proposed this version. A second manager has to publish it.",
    "draft_moved_on": "{name} saved this draft at {at}, after you opened it. Check what it says now.",
    "draft_gone": "This draft is gone: version {version} was published by {name}.",
    "no_draft": "The draft no longer exists. Nothing was changed.",
    "nothing_changes": "The draft is the same as version {version}.",
    "nothing_to_withdraw": "The table already uses the room's rulebook. Nothing to withdraw.",
    "reason_missing": "Give a reason for this version. Every supervisor sees it.",
    "reason_long": "A reason can have at most {longest} characters.",
    "date_past": "That date has passed. Hands already dealt stay under the version in force then.",
    "date_before_last": "Version {version} takes effect {at}. The next one has to start later.",
    "date_unreadable": "“{value}” isn't a date and time.",
    "no_clause": "Clause {clause} isn't in the rulebook.",
    "no_option": "Clause {clause} has no option {option}.",
    "no_preset": "There's no preset named {preset}.",
    "no_table": "That table isn't in this room.",
    "plaque_against_rules": "{table} couldn't keep running under this: {why} Change its plaque first.",
}
STATUS = {
    **SIGN_IN_STATUS,
    "not_a_manager": 403,
    "no_badge": 403,
    "same_person": 403,
    "no_clause": 404,
    "draft_moved_on": 409,
    "draft_gone": 409,
    "no_draft": 409,
}
DEFAULT_STATUS = 422


def refusal_message(refusal: Refusal) -> str:
    """Return the message of a refusal."""
    facts = {name: _fact(value) for name, value in refusal.facts.items()}
    code = refusal.code
    if code == "draft_gone" and not refusal.facts.get("name"):
        code = "no_draft"
    return MESSAGES[code].format_map(facts)


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal."""
    return STATUS.get(refusal.code, DEFAULT_STATUS)


def day(moment: datetime) -> str:
    """Return a date such as 1 Oct 2026 in the room's time zone."""
    return f"{timezone.localtime(moment):%b %-d, %Y}"


def day_time(moment: datetime) -> str:
    """Return a time such as Mon 23 Nov 2026, 06:00 in the room's time zone."""
    return f"{timezone.localtime(moment):%a, %b %-d, %Y, %H:%M}"


def published(number: int, effective_from: datetime) -> str:
    """Return the message to the manager who published."""
    since = day_time(effective_from)
    return f"Version {number} is published and takes effect {since}. A hand in progress finishes under the old version."


def _fact(value: object) -> object:
    return day_time(value) if isinstance(value, datetime) else value
