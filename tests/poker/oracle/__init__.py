"""Random hands at our table and in pokerkit at once; the intended differences are `kinds.DIFFERENCES`."""

from collections import Counter

from poker.games import GAMES
from tests.poker.oracle.draw import DrawDuel
from tests.poker.oracle.duel import Duel
from tests.poker.oracle.kinds import DIFFERENCES, KINDS, HandLeftOut
from tests.poker.oracle.straddles import StraddleDuel
from tests.poker.oracle.stud import StudDuel

FAMILIES = {"flop": Duel, "stud": StudDuel, "draw": DrawDuel}


def play_duel(name: str, seed: int) -> Counter[str]:
    """Play one hand; return its differences."""
    try:
        kind = KINDS[name]
        family = StraddleDuel if kind.straddled else FAMILIES[GAMES[kind.game].family]
        duel = family(name, seed)
        duel.play()
    except HandLeftOut as difference:
        return Counter({str(difference): 1})
    return duel.differences


__all__ = ["DIFFERENCES", "KINDS", "play_duel"]
