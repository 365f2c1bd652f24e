"""Refusal messages of these pages."""

from poker.refusal import Refusal
from rulings.messages.sign_in import SIGN_IN
from rulings.messages.sign_in import STATUS as SIGN_IN_STATUS

MESSAGES = {
    "not_signed_in": "Sign in first, with your password in Settings or with badge and PIN.",
    "not_allowed": "{name} can't see this. It's for managers and surveillance.",
    **SIGN_IN,
    "not_house_wide": "This is about the whole house, and {name} works in some rooms only.",
    "password_needed": "This needs your password, not badge and PIN. Sign in through Settings.",
    "bad_range": "The end is before the start. Choose a later end.",
    "range_long": "A search can cover at most {days} days. Choose a shorter range.",
    "range_long_for_words": "Text and device searches can cover at most {days} days. Choose a shorter range.",
    "bad_search": "“{field}” isn't valid. Fix it and search again.",
    "no_factor": "{name} doesn't have two-factor set up.",
    "factor_there": "{name} already has two-factor set up. Another manager can reset it if it's lost.",
    "no_factor_for_role": "{name} doesn't need two-factor; it's for supervisors, managers and surveillance.",
    "factor_yourself_first": "Set up your own two-factor first, so you don't lock yourself out.",
    "reset_yourself": "You can't reset your own two-factor. Another manager has to.",
    "bad_limits": "Limits are {shortest} to {longest} minutes, and idle can't be longer than the maximum.",
    "signed_already": "{name} already signed this off.",
    "no_pdf_library": "This server can't make PDFs. Use CSV.",
}
STATUS = {
    **SIGN_IN_STATUS,
    "not_signed_in": 401,
    "not_allowed": 403,
    "not_house_wide": 403,
    "password_needed": 403,
    "no_factor_for_role": 403,
    "no_pdf_library": 503,
}
OTHER = 422


def refusal_message(refusal: Refusal) -> str:
    """Return the text of a refusal."""
    return MESSAGES[refusal.code].format(**refusal.facts)


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status for a refusal."""
    return STATUS.get(refusal.code, OTHER)
