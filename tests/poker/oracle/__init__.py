"""Random hands at our table and in pokerkit at once; the intended differences are `kinds.DIFFERENCES`."""

from collections import Counter

from poker.games import GAMES, Game
from tests.poker.oracle.board_draw import BoardDrawDuel
from tests.poker.oracle.discard import DiscardDuel
from tests.poker.oracle.draw import DrawDuel
from tests.poker.oracle.duel import Duel
from tests.poker.oracle.kinds import DIFFERENCES, KINDS, HandLeftOut
from tests.poker.oracle.straddles import StraddleDuel
from tests.poker.oracle.stud import StudDuel

FAMILIES = {"flop": Duel, "stud": StudDuel, "draw": DrawDuel}


def duel_of(game: Game) -> type[Duel]:
    """Return the kind of hand for a game: by its family, or by a draw or a discard before a board card."""
    if game.family == "flop" and game.has_draw:
        return BoardDrawDuel
    if any(street.by_seat for street in game.streets):
        return DiscardDuel
    return FAMILIES[game.family]


def play_duel(name: str, seed: int) -> Counter[str]:
    """Play one hand; return its differences."""
    try:
        kind = KINDS[name]
        family = StraddleDuel if kind.straddled else duel_of(GAMES[kind.game])
        duel = family(name, seed)
        duel.play()
    except HandLeftOut as difference:
        return Counter({str(difference): 1})
    return duel.differences


__all__ = ["DIFFERENCES", "KINDS", "play_duel"]
