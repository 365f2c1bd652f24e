"""The house rules of tournament tables: the tournament directors' preset, and the room's own choices for tournaments.

A new player posts nothing and is dealt in at once, except between button and small blind (TDA 8).
"""

from datetime import datetime
from functools import cache

from msgspec.structs import replace

from poker.rules import HouseRules, read
from rulings.rulebook.load import rulebook
from tables.effective_rules import rules_of_room

PRESET = "tda"
CHAPTER = "TRN"  # the settings for tournament tables only


def event_rules(*, room_id: int, now: datetime) -> HouseRules:
    """Return the rules under which a room's tournament tables play."""
    return rules_at_events(rules_of_room(room_id=room_id, now=now))


def rules_at_events(own: HouseRules) -> HouseRules:
    """Return the tournament directors' preset with a house's own choices for tournaments."""
    return replace(preset_rules(), **{field: getattr(own, field) for field in tournament_fields()})


@cache
def preset_rules() -> HouseRules:
    """Return the tournament directors' preset as house rules."""
    book = rulebook()
    preset = book.preset(PRESET)
    assert preset is not None, PRESET
    return read({**book.by_fields(preset), "new_player": "no_post"})


@cache
def tournament_fields() -> tuple[str, ...]:
    """Return the settings that a room chooses for its tournaments."""
    chapter = next(chapter for chapter in rulebook().chapters if chapter.code == CHAPTER)
    return tuple(setting.field for setting in chapter.setting)
