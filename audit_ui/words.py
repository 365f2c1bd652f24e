"""Refusals of these pages as sentences."""

from poker.refusal import Refusal

SENTENCES = {
    "not_signed_in": "Sign in first: with your password at Settings, or with badge and PIN.",
    "not_allowed": "{name} may not see this: it is for managers and surveillance.",
    "bad_sign_in": "Badge or PIN is not right. Try again.",
    "locked_out": "Too many tries. A manager unlocks that badge at Settings, Staff.",
    "code_needed": "The code of your app is asked for here, too. Type badge, PIN and code.",
    "password_needed": "Badge and PIN are not enough for this. Sign in at Settings with your password.",
    "bad_range": "The search ends before it begins. Give a later end.",
    "range_long": "A search covers no more than {days} days. Give a shorter range.",
    "range_long_for_words": "Words and devices are looked for in no more than {days} days. Give a shorter range.",
    "bad_search": "What stands under “{field}” is nothing that can be searched for. Correct it, and search again.",
    "wrong_code": "The code is not right, or was used already. Wait for the app's next one and try again.",
    "code_wait": "Too many wrong codes. Wait a little, then try again.",
    "no_factor": "{name} has no second factor.",
    "factor_there": "{name} has a second factor already. Another manager can take it away when it is lost.",
    "no_factor_for_role": "{name} needs no second factor: it is for supervisors, managers and surveillance.",
    "factor_yourself_first": "Set up your own second factor first: nobody is to shut himself out.",
    "reset_yourself": "Another manager takes your second factor away, not you.",
    "bad_limits": "Limits are {shortest} to {longest} minutes, and the idle one is no longer than the other.",
    "signed_already": "{name} has signed this off already.",
    "no_pdf_library": "PDFs need a library that is not installed here. CSV works.",
}
STATUS = {
    "not_signed_in": 401,
    "not_allowed": 403,
    "bad_sign_in": 403,
    "locked_out": 429,
    "code_needed": 403,
    "password_needed": 403,
    "no_factor_for_role": 403,
    "code_wait": 429,
    "no_pdf_library": 503,
}
OTHER = 422


def sentence(refusal: Refusal) -> str:
    """A refusal as people read it."""
    return SENTENCES[refusal.code].format(**refusal.facts)


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code, OTHER)
