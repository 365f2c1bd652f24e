"""Omaha with five and six cards, Big O and Courchevel. They are not in the guides; their other rules are Omaha's.

Five cards for eight players, six for seven, leave enough for five board cards and up to four burns.
"""

from poker.games.flop import streets
from poker.games.model import Game

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

GAMES = (OMAHA5, OMAHA6, BIG_O)
