"""Sentences of the managers' pages."""

from collections.abc import Sequence

from poker.refusal import Refusal
from rulings.wording.refusals import refusal as said
from rulings.wording.sayings import listed, typeset

SENTENCES = {
    "device_unknown": "That tablet is gone meanwhile. Look again.",
}


def sentence(refusal: Refusal) -> str:
    """A refusal of these pages, or of anything below them."""
    told = SENTENCES.get(refusal.code)
    return typeset(told.format_map(refusal.facts)) if told else said(refusal)


def at_tables(names: Sequence[str]) -> str:
    """T3, T7 and T9."""
    return listed(list(names), "and")
