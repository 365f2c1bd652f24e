"""Pineapple: three hole cards, one discarded before the flop.

It is not in the guides. It is the home game in the example of CONTRIBUTING.md; its other rules are those of hold'em.
"""

from poker.games.model import Game, Street

PINEAPPLE = Game(
    key="pineapple",
    title="pineapple",
    family="flop",
    streets=(
        Street("preflop", hole=3),
        Street("flop", burn=1, board=3, discard=1),
        Street("turn", burn=1, board=1, tier=1),
        Street("river", burn=1, board=1, tier=1),
    ),
    ranking="high",  # two cards and the board, after the discard
    seats=10,  # ten players with three cards leave 22 for three burns and five board cards
)

GAMES = (PINEAPPLE,)
