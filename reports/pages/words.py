"""Sentences of the reports' pages."""

from poker.refusal import Refusal
from rulings.wording.sayings import typeset

SENTENCES = {
    "not_allowed": "{name} may not read this report. It is for {who}.",
    "not_signed_in": "You are not signed in here any more. Sign in, then do it again.",
    "bad_sign_in": "Badge or PIN is not right. Try again.",
    "code_needed": "The code of your app is asked for here, too. Type badge, PIN and code.",
    "wrong_code": "The code is not right, or was used already. Wait for the next one and try again.",
    "code_wait": "Too many wrong codes. Wait a little, then try again.",
    "locked_out": "Too many tries. A manager unlocks that badge at Settings, Staff.",
    "bad_day": "\u201c{text}\u201d is no day. Write year, month and day: 2026-11-20.",
    "day_far": "{text} is outside of what is kept here: days are from {first} to {last}.",
    "range_turned": "The last day, {last}, is before the first, {first}. Turn them round.",
    "range_long": "That are {days} days. A report has {most} at most.",
    "no_room": "There is no such room. Choose one of the list.",
    "no_shift": "This room has no shift named \u201c{text}\u201d. Its shifts: {shifts}.",
    "no_table": "There is no such table in this room. Choose one of the list.",
    "no_game": "Nothing named \u201c{text}\u201d was dealt in this room. Choose one of the list.",
    "no_dealer": "There is no such dealer. Choose one of the list.",
    "few_hands": "{name} dealt {hands} hands in these days. There are no figures of a dealer under {least}.",
    "no_sheet": "This report has no table \u201c{text}\u201d.",
    "old_edition": "Something was corrected since: a newer edition counts. Close that one.",
    "closed_already": "This report is closed already.",
    "not_failed": "That mail was not given up: it is on its way, or it arrived.",
    "bad_address": "\u201c{text}\u201d is no mail address. Write one a line, like oak@room.example.",
    "addresses_many": "A room mails its reports to {most} addresses at most.",
    "no_pdf_library": "This machine has no library to make PDFs. Install the packages libpango-1.0-0,"
    " libpangoft2-1.0-0 and libharfbuzz-subset0. Everything else works without them.",
}
STATUS = {
    "not_allowed": 403,
    "not_signed_in": 403,
    "bad_sign_in": 403,
    "code_needed": 403,
    "wrong_code": 403,
    "code_wait": 429,
    "locked_out": 429,
    "no_sheet": 404,
    "old_edition": 409,
    "closed_already": 409,
    "not_failed": 409,
    "no_pdf_library": 503,
}
OTHER = 422


def sentence(refusal: Refusal) -> str:
    """What the page says of a refusal."""
    facts = {name: str(value)[:80] for name, value in refusal.facts.items()}
    return typeset(SENTENCES[refusal.code].format_map(facts))


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code, OTHER)
