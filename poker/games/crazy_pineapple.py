"""Crazy pineapple: three hole cards, one discarded once the betting on the flop is over.

It is not in the guides; its other rules are those of hold'em, or of Omaha hi-lo for the halves.
"""

from poker.games.model import Game, Street

_STREETS = (
    Street("preflop", hole=3),
    Street("flop", burn=1, board=3),
    Street("turn", burn=1, board=1, discard=1, by_seat=True, tier=1),
    Street("river", burn=1, board=1, tier=1),
)
# Ten players with three cards leave 22 for three burns and five board cards.
CRAZY_PINEAPPLE = Game(
    key="crazy_pineapple",
    title="crazy pineapple",
    family="flop",
    streets=_STREETS,
    ranking="high",
    seats=10,
)
CRAZY_PINEAPPLE8 = Game(
    key="crazy_pineapple8",
    title="crazy pineapple hi-lo",
    family="flop",
    streets=_STREETS,
    ranking="pineapple8",
    seats=10,
)

GAMES = (CRAZY_PINEAPPLE, CRAZY_PINEAPPLE8)
