"""Flop games: Texas hold'em and Omaha (S-074 to S-095). Seats by S-023 and H-13."""

from poker.games.model import Game, Street


def _streets(hole: int) -> tuple[Street, ...]:
    return (
        Street("preflop", hole=hole),
        Street("flop", burn=1, board=3),
        Street("turn", burn=1, board=1, tier=1),
        Street("river", burn=1, board=1, tier=1),
    )


HOLDEM = Game(
    key="holdem",
    family="flop",
    streets=_streets(2),
    ranking="high",
    seats=10,
    phh=(("fixed", "FT"), ("split", "FT"), ("none", "NT")),
)
# Ten players of four cards leave 12 for three burns and five board cards.
OMAHA = Game(
    key="omaha",
    family="flop",
    streets=_streets(4),
    ranking="omaha_high",
    seats=10,
    phh=(("pot", "PO"),),
)
