"""Refusals of these pages as sentences."""

from poker.refusal import Refusal

SENTENCES = {
    "not_signed_in": "Sign in first: with your password in the set-up pages, or with badge and PIN.",
    "not_allowed": "{name} may not see this: it is for managers and surveillance.",
    "bad_range": "The search ends before it begins. Give a later end.",
    "range_long": "A search covers no more than {days} days. Give a shorter range.",
    "range_long_for_words": "Words and devices are looked for in no more than {days} days. Give a shorter range.",
    "bad_search": "What stands under “{field}” is nothing that can be searched for. Correct it, and search again.",
}
STATUS = {"not_signed_in": 401, "not_allowed": 403}
OTHER = 422


def sentence(refusal: Refusal) -> str:
    """A refusal as people read it."""
    return SENTENCES[refusal.code].format(**refusal.facts)


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code, OTHER)
