"""Who can win the current pot, and with whom: seats that tied in an earlier pot are one unit (S-094, S-181)."""

from collections.abc import Sequence

from poker.view.model import AwardView


def unit_of(units: Sequence[list[int]], seat: int) -> list[int]:
    """Return the seats that win together with this one, including it; [] if it cannot win."""
    return next((unit for unit in units if seat in unit), [])


def lost_to(award: AwardView, seat: int) -> list[int]:
    """Return the winners of the pot that this seat lost on the board awarded now, in rising order."""
    board = award.pots[award.turn].board if award.turn is not None else 0
    for pot in award.pots:
        if pot.board == board and pot.winners and seat in pot.seats and seat not in pot.winners:
            return sorted(pot.winners)
    return []
