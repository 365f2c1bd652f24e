"""How each game's hands are read, as data: halves, their scales, and the number of cards."""

import msgspec

from poker.cards import RANKS


class Ranking(msgspec.Struct, frozen=True):
    """Halves of a pot with their scales, and the cards of a complete hand."""

    halves: tuple[tuple[str, str], ...]  # half -> scale, in the order of the award
    cards: int  # a player's own and the board's together
    board: tuple[int, int] = (0, 0)  # minimum and maximum cards on the board
    bought: int = 0  # extra cards a player may have
    ranks: str = RANKS

    def scale(self, half: str = "") -> str:
        """Return the scale of a half; by default the first half."""
        return dict(self.halves)[half] if half else self.halves[0][1]

    def own(self, board: int) -> tuple[int, int]:
        """Return the minimum and maximum of a player's own cards with this many on the board."""
        return self.cards - board, self.cards - board + self.bought


_HIGH = (("high", "high"),)
_LOW_A5 = ("low", "low_a5")
_LOW_8 = ("low", "low_8")
_LOW_27 = ("low", "deuce7")
_BADUGI = ("badugi", "badugi")
_OMAHA = ("omaha", "omaha_high")
_COMMON = (0, 1)  # stud: a common card if the deck runs short (S-156)

RANKINGS: dict[str, Ranking] = {
    # The river is out: five cards on the board.
    "high": Ranking(_HIGH, cards=7, board=(5, 5)),
    "short_deck": Ranking((("high", "short_deck"),), cards=7, board=(5, 5), ranks=RANKS[4:]),
    # H-54: three of a kind beats a straight.
    "short_deck_set": Ranking(
        (("high", "short_deck_set"),), cards=7, board=(5, 5), ranks=RANKS[4:]
    ),
    "omaha_high": Ranking((("high", "omaha_high"),), cards=9, board=(5, 5)),
    "omaha8": Ranking((("high", "omaha_high"), ("low", "omaha_low_8")), cards=9, board=(5, 5)),
    "omaha5_high": Ranking((("high", "omaha_high"),), cards=10, board=(5, 5)),
    "omaha6_high": Ranking((("high", "omaha_high"),), cards=11, board=(5, 5)),
    "big_o": Ranking((("high", "omaha_high"), ("low", "omaha_low_8")), cards=10, board=(5, 5)),
    "pineapple8": Ranking((*_HIGH, _LOW_8), cards=7, board=(5, 5)),
    # Half goes to the best Omaha hand, half by the five cards held.
    "drawmaha": Ranking((_OMAHA, ("draw", "hole_high")), cards=10, board=(5, 5)),
    "drawmaha_27": Ranking((_OMAHA, ("draw", "hole_deuce7")), cards=10, board=(5, 5)),
    "drawmaha_zero": Ranking((_OMAHA, ("draw", "fewest_pips")), cards=10, board=(5, 5)),
    "drawmaha_49": Ranking((_OMAHA, ("draw", "most_pips")), cards=10, board=(5, 5)),
    "stud_high": Ranking(_HIGH, cards=7, board=_COMMON),
    # Four rounds of two cards (S-180, roll your own).
    "stud_rolled": Ranking(_HIGH, cards=8, board=_COMMON),
    "stud8": Ranking((*_HIGH, _LOW_8), cards=7, board=_COMMON),
    "stud_hilo": Ranking((*_HIGH, _LOW_A5), cards=7, board=_COMMON),
    "razz": Ranking((_LOW_A5,), cards=7, board=_COMMON),
    # Deuce-to-seven from seven cards.
    "razz27": Ranking((_LOW_27,), cards=7, board=_COMMON),
    "razzdugi": Ranking((_BADUGI, _LOW_A5), cards=7, board=_COMMON),
    # Each 4 dealt up buys a card (S-180).
    "baseball": Ranking(_HIGH, cards=7, board=_COMMON, bought=4),
    "high_chicago": Ranking((*_HIGH, ("spade", "high_spade")), cards=7, board=_COMMON),
    "low_chicago": Ranking((*_HIGH, ("spade", "low_spade")), cards=7, board=_COMMON),
    "low_chicago_ace_low": Ranking(
        (*_HIGH, ("spade", "low_spade_ace_low")), cards=7, board=_COMMON
    ),
    "draw_high": Ranking(_HIGH, cards=5),
    "deuce7": Ranking((_LOW_27,), cards=5),
    "ace5": Ranking((_LOW_A5,), cards=5),
    "badugi": Ranking((("low", "badugi"),), cards=4),
    # The ace is high in both halves of badeucey, and low in both of badacey.
    "badeucey": Ranking((("badugi", "badugi_ace_high"), _LOW_27), cards=5),
    "badacey": Ranking((_BADUGI, _LOW_A5), cards=5),
}
