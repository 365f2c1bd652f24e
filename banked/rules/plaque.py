"""The plaque of a house-banked table: its game, its limits and what the house decides about the game.

Amounts are in the smallest unit of the currency. `docs/rules.md` has the source of each choice.
"""

from typing import Literal

import msgspec

from banked.rules.games import GAMES, BankedGame, Odds
from poker.refusal import Refusal

Tracking = Literal["cards", "outcomes"]
DECKS = (2, 4, 5, 6, 8)
MOST_BOXES = 7
MOST_DOUBLES = 3


class BankedPlaque(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is posted at the table."""

    game: str = "spanish21"
    name: str = ""  # as printed, "" for the game's title
    decks: int = 6
    boxes: int = 6
    least: int = 1_500
    most: int = 50_000
    match_least: int = 100
    match_most: int = 10_000  # 0: no match wager
    has_second_match: bool = False  # a second match wager, on the hole card
    match_pays: tuple[int, int] | None = None  # None: by the number of decks
    soft_17: Literal["stand", "hit"] = "stand"
    doubles: int = 1  # most doubles of a hand
    redouble: Literal["original", "total"] = "original"  # the most that a second double may add
    rescue: Literal["last", "original", "none"] = "last"
    surrender: Literal["verbal", "signal", "none"] = "verbal"
    odd_amounts: Literal["half", "house"] = "half"
    chip: int = 100  # the smallest chip in the rack
    suited_678: Odds = (2, 1)
    envy: int = 5_000
    tracking: Tracking = "cards"
    colors: tuple[int, ...] = (100, 500, 2_500, 10_000)  # chips in the rack

    @property
    def rules(self) -> BankedGame:
        return GAMES[self.game]

    @property
    def title(self) -> str:
        return self.name or self.rules.title

    @property
    def cards(self) -> int:
        return self.decks * self.rules.deck_size

    @property
    def match_odds(self) -> tuple[int, int]:
        """Return what a match pays to 1: of another suit, of the same suit."""
        return self.match_pays or self.rules.match_odds(self.decks)

    @property
    def unit(self) -> int:
        """Return the unit that payouts are rounded down to, and half of a wager is rounded up to."""
        return self.chip // 2 if self.odd_amounts == "half" else self.chip


def check(plaque: BankedPlaque) -> None:
    """Raise `Refusal`: `bad_banked_plaque`, with the part that cannot be posted and why."""
    if plaque.game not in GAMES:
        raise Refusal("bad_banked_plaque", "", what="game", why="Floorbook doesn't have that game")
    game = plaque.rules
    problems = (
        ("decks", plaque.decks in DECKS, "a shoe has 2, 4, 5, 6 or 8 decks"),
        ("boxes", 1 <= plaque.boxes <= MOST_BOXES, f"a table has 1 to {MOST_BOXES} boxes"),
        ("chip", plaque.chip >= 2 and plaque.chip % 2 == 0, "half of it must be a whole amount"),
        ("least", 0 < plaque.least <= plaque.most, "the lowest bet must not be above the highest"),
        ("least", plaque.least % plaque.chip == 0, "bets are made in chips"),
        ("most", plaque.most % plaque.chip == 0, "bets are made in chips"),
        ("match", plaque.match_most >= 0, "an amount can't be below zero"),
        (
            "match",
            not plaque.match_most or 0 < plaque.match_least <= plaque.match_most,
            "the lowest match wager must not be above the highest",
        ),
        (
            "match",
            not plaque.match_most or bool(plaque.match_pays) or bool(game.match),
            "this game has no pay table for it, so enter one",
        ),
        ("doubles", 1 <= plaque.doubles <= MOST_DOUBLES, f"1 to {MOST_DOUBLES} doubles"),
        ("suited_678", min(plaque.suited_678) > 0, "odds are two whole numbers above zero"),
        (
            "match",
            plaque.match_pays is None or min(plaque.match_pays) > 0,
            "a match pays more than nothing",
        ),
        ("envy", plaque.envy >= 0, "an amount can't be below zero"),
        ("colors", bool(plaque.colors) and min(plaque.colors) > 0, "the rack has chips"),
    )
    for what, is_right, why in problems:
        if not is_right:
            raise Refusal("bad_banked_plaque", "", what=what, why=why)
