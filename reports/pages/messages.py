"""Messages of the reports' pages."""

from poker.formatting import smart_quotes
from poker.refusal import Refusal
from rulings.messages.sign_in import SIGN_IN
from rulings.messages.sign_in import STATUS as SIGN_IN_STATUS

MESSAGES = {
    "not_allowed": "{name} can't open this report. It's for {who}.",
    "not_signed_in": "You've been signed out. Sign in and try again.",
    **SIGN_IN,
    "bad_day": "\u201c{text}\u201d isn't a date. Write year, month and day: 2026-11-20.",
    "day_far": "{text} is out of range. Reports run from {first} to {last}.",
    "range_turned": "The last day, {last}, is before the first, {first}. Swap them.",
    "range_long": "That's {days} days. A report covers at most {most}.",
    "no_room": "No such room. Choose one from the list.",
    "no_shift": "This room has no shift named \u201c{text}\u201d. Shifts: {shifts}.",
    "no_table": "No such table in this room. Choose one from the list.",
    "no_game": "Nothing named \u201c{text}\u201d was dealt in this room. Choose a game from the list.",
    "no_dealer": "No such dealer. Choose one from the list.",
    "few_hands": "{name} dealt {hands} hands in this range. Dealer figures need at least {least}.",
    "no_sheet": "This report has no section \u201c{text}\u201d.",
    "old_edition": "This edition has been corrected. Close the newer one.",
    "closed_already": "This report is already closed.",
    "not_failed": "That email hasn't failed: it's on its way or delivered.",
    "bad_address": "\u201c{text}\u201d isn't an email address. Write one per line, like oak@room.example.",
    "addresses_many": "A room can email reports to at most {most} addresses.",
    "no_pdf_library": "This server can't make PDFs. Install libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0."
    " Everything else works without them.",
}
STATUS = {
    **SIGN_IN_STATUS,
    "not_allowed": 403,
    "not_signed_in": 403,
    "no_sheet": 404,
    "old_edition": 409,
    "closed_already": 409,
    "not_failed": 409,
    "no_pdf_library": 503,
}
OTHER = 422


def refusal_message(refusal: Refusal) -> str:
    """Return the text the page shows for a refusal."""
    facts = {name: str(value)[:80] for name, value in refusal.facts.items()}
    return smart_quotes(MESSAGES[refusal.code].format_map(facts))


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status for a refusal."""
    return STATUS.get(refusal.code, OTHER)
