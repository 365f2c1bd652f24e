"""Flop games: hold'em, Omaha, Omaha hi-lo, short deck (S-074 to S-095, S-164). Seats by S-023 and H-13."""

from poker.cards import RANKS
from poker.games.model import Game, Street


def streets(hole: int) -> tuple[Street, ...]:
    """Return the four rounds of a flop game with this many hole cards."""
    return (
        Street("preflop", hole=hole),
        Street("flop", burn=1, board=3),
        Street("turn", burn=1, board=1, tier=1),
        Street("river", burn=1, board=1, tier=1),
    )


HOLDEM = Game(
    key="holdem",
    title="hold'em",
    family="flop",
    streets=streets(2),
    ranking="high",
    seats=10,
    phh=(("fixed", "FT"), ("split", "FT"), ("none", "NT")),
)
# Ten players of four cards leave 12 for three burns and five board cards.
OMAHA = Game(
    key="omaha",
    title="Omaha",
    family="flop",
    streets=streets(4),
    ranking="omaha_high",
    seats=10,
    phh=(("pot", "PO"),),
)
OMAHA8 = Game(
    key="omaha8",
    title="Omaha eight-or-better",
    family="flop",
    streets=streets(4),
    ranking="omaha8",
    seats=10,
    phh=(("fixed", "FO/8"), ("split", "FO/8")),
    kill=True,
)
# Not in the guides: recorded hands (PHH NS) use it. Ten players with two cards leave 16.
SHORT_DECK = Game(
    key="short_deck",
    title="short-deck hold'em",
    family="flop",
    streets=streets(2),
    ranking="short_deck",
    seats=10,
    phh=(("none", "NS"),),
    ranks=RANKS[4:],
)

GAMES = (HOLDEM, OMAHA, OMAHA8, SHORT_DECK)
