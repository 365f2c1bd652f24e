"""Drawmaha: five cards down, an Omaha board, and one draw after the betting on the flop.

Half of each pot goes to the best Omaha hand, half by the five cards held. It is not in the guides: the board is
Omaha's, the draw that of the draw games. Six players with five cards, the board and the burns leave 13 cards for the
draws; a deck that runs short is rebuilt as on any draw (H-45).
"""

from msgspec.structs import replace

from poker.games.model import Game, Street

DRAWMAHA = Game(
    key="drawmaha",
    title="drawmaha",
    family="flop",
    streets=(
        Street("preflop", hole=5),
        Street("flop", burn=1, board=3),
        Street("turn", draw=5, burn=1, board=1, tier=1),
        Street("river", burn=1, board=1, tier=1),
    ),
    ranking="drawmaha",
    seats=6,
)
DRAWMAHA_27 = replace(DRAWMAHA, key="drawmaha_27", title="drawmaha 2-7", ranking="drawmaha_27")
DRAWMAHA_ZERO = replace(
    DRAWMAHA, key="drawmaha_zero", title="drawmaha zero", ranking="drawmaha_zero"
)
DRAWMAHA_49 = replace(DRAWMAHA, key="drawmaha_49", title="drawmaha 49", ranking="drawmaha_49")

GAMES = (DRAWMAHA, DRAWMAHA_27, DRAWMAHA_ZERO, DRAWMAHA_49)
