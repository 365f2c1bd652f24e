"""Names of plaques by their stakes, for readers of logs, which do not have the names."""

from collections.abc import Callable
from typing import TypeAlias

from poker.game_name import game_name, plaque_game
from poker.games import GAMES
from poker.stakes import Stakes, legs
from tables.models import Plaque

TOURNAMENT = "Tournament"  # in place of the game
NAME_LENGTH = 120  # characters of a game's name
# Returns the plaque's name and the family of its games, by its stakes and tracking level.
Named: TypeAlias = Callable[[Stakes, str], tuple[str, str]]


def names() -> Named:
    """Return a function that names plaques by their stakes, because the log does not have their names.

    It returns the name of the oldest plaque with those stakes, and one name for all levels of tournaments.
    """
    name_by_stakes: dict[tuple[Stakes, str], str] = {}
    for plaque in Plaque.objects.order_by("pk"):
        stakes = plaque.to_stakes()
        for tracking in (plaque.tracking, ""):
            name_by_stakes.setdefault((stakes, tracking), plaque.name)

    def named(stakes: Stakes, tracking: str) -> tuple[str, str]:
        families = {GAMES[leg.game].family for leg in legs(stakes)}
        family = families.pop() if len(families) == 1 else "mixed"
        if stakes.tournament:
            return TOURNAMENT, family
        name = (
            name_by_stakes.get((stakes, tracking))
            or name_by_stakes.get((stakes, ""))
            or _games_text(stakes)
        )
        return name[:NAME_LENGTH], family

    return named


def _games_text(stakes: Stakes) -> str:
    return " / ".join(game_name(plaque_game(leg)) for leg in legs(stakes))
