"""The game and the tracking level as the header shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from poker.formatting import as_sentence, plain, smart_quotes
from poker.games import GAMES
from poker.stakes import Stakes

LIMITS = {
    "fixed": "Limit",
    "split": "Limit",
    "spread": "Spread",
    "pot": "Pot-limit",
    "none": "No-limit",
}
NOT_OPENED = "Not open yet"  # a closed table has a plaque, but no game


class NamedGame(Protocol):
    """The parts of a game's name: a view's `GameView`, or a game of a plaque."""

    @property
    def title(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def limit(self) -> str: ...
    @property
    def small_bet(self) -> int: ...
    @property
    def big_bet(self) -> int: ...
    @property
    def blinds(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class PlaqueGame:
    """A game of a plaque, by its stakes."""

    title: str
    family: str
    limit: str
    small_bet: int
    big_bet: int
    blinds: Sequence[int]


def plaque_game(stakes: Stakes) -> PlaqueGame:
    """Return the game of these stakes, for its name."""
    game = GAMES[stakes.game]
    return PlaqueGame(
        title=game.title,
        family=game.family,
        limit=stakes.limit,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        blinds=stakes.blinds,
    )


def game_name(game: NamedGame) -> str:
    """Return the name of a game: "Limit hold'em 4/8", "No-limit hold'em 1/3"."""
    name = game.title
    limit = LIMITS.get(game.limit, game.limit)
    # The usual name of a fixed-limit stud game.
    if game.family == "stud" and limit == LIMITS["fixed"]:
        return smart_quotes(f"{as_sentence(name)} {stakes_said(game)}")
    return smart_quotes(f"{limit} {name} {stakes_said(game)}")


def stakes_said(game: NamedGame) -> str:
    """Return the stakes: the limits, or the blinds if they name the game: 4/8, 1/3, 2-10."""
    bets = [game.small_bet, game.big_bet]
    if game.limit in ("pot", "none"):
        bets = list(game.blinds) or bets[:1]
    joint = "-" if game.limit == "spread" else "/"
    return joint.join(plain(bet) for bet in bets)
