"""The house rules of tournament tables: the tournament directors' preset of the rulebook.

A new player posts nothing and is dealt in at once, except between button and small blind (TDA 8).
"""

from functools import cache

from poker.rules import HouseRules, read
from rulings.rulebook.load import rulebook

PRESET = "tda"


@cache
def event_rules() -> HouseRules:
    """Return the rules under which tournament tables play."""
    book = rulebook()
    preset = book.preset(PRESET)
    assert preset is not None, PRESET
    return read({**book.by_fields(preset), "new_player": "no_post"})
