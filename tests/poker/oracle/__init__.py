"""Random hands at a table of ours and in pokerkit at once; what differs on purpose (`kinds.DIFFERENCES`)."""

from collections import Counter

from poker.games import GAMES
from tests.poker.oracle.draw import DrawDuel
from tests.poker.oracle.duel import Duel
from tests.poker.oracle.kinds import DIFFERENCES, KINDS, LeftOut
from tests.poker.oracle.stud import StudDuel

FAMILIES = {"flop": Duel, "stud": StudDuel, "draw": DrawDuel}


def duel(name: str, seed: int) -> Counter[str]:
    """Play one hand; the differences that it had."""
    try:
        duel = FAMILIES[GAMES[KINDS[name].game].family](name, seed)
        duel.play()
    except LeftOut as difference:
        return Counter({str(difference): 1})
    return duel.differences


__all__ = ["DIFFERENCES", "KINDS", "duel"]
