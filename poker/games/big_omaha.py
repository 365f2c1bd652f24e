"""Omaha with five and six cards, Big O and Courchevel. They are not in the guides; their other rules are Omaha's.

Five cards for eight players, six for seven, leave enough for five board cards and up to four burns.
"""

from poker.games.flop import streets
from poker.games.model import Game, Street

OMAHA5 = Game(
    key="omaha5",
    title="five-card Omaha",
    family="flop",
    streets=streets(5),
    ranking="omaha5_high",
    seats=8,
)
OMAHA6 = Game(
    key="omaha6",
    title="six-card Omaha",
    family="flop",
    streets=streets(6),
    ranking="omaha6_high",
    seats=7,
)
BIG_O = Game(
    key="big_o",
    title="Big O",
    family="flop",
    streets=streets(5),
    ranking="big_o",
    seats=8,
)
# The first card of the flop comes up with the hands. Whether the other two have a burn is a house setting (H-55).
_COURCHEVEL = (
    Street("preflop", hole=5, burn=1, board=1),
    Street("flop", house_burn=1, board=2),
    Street("turn", burn=1, board=1, tier=1),
    Street("river", burn=1, board=1, tier=1),
)
COURCHEVEL = Game(
    key="courchevel",
    title="Courchevel",
    family="flop",
    streets=_COURCHEVEL,
    ranking="omaha5_high",
    seats=8,
)
COURCHEVEL8 = Game(
    key="courchevel8",
    title="Courchevel hi-lo",
    family="flop",
    streets=_COURCHEVEL,
    ranking="big_o",
    seats=8,
)

GAMES = (OMAHA5, OMAHA6, BIG_O, COURCHEVEL, COURCHEVEL8)
