"""Rake and jackpot drop of a pot: one schedule and one cap per hand (S-005, S-119)."""

from poker.stakes import Rake


def due(rake: Rake, pot: int, *, flop: bool) -> tuple[int, int]:
    """Return (rake, jackpot drop) of a hand whose contested pots hold `pot`; returned bets are not raked.

    `flop`: whether board cards were dealt; under "no flop, no drop" nothing is taken without them.
    """
    if rake.no_flop_no_drop and not flop:
        return 0, 0
    taken = _schedule(rake, pot)
    if rake.cap:
        taken = min(taken, rake.cap)
    drop = rake.jackpot if rake.jackpot and pot >= max(rake.jackpot_from, 1) else 0
    return min(taken, pot), min(drop, max(pot - taken, 0))


def drops(rake: Rake, *, flop: bool) -> bool:
    """Return whether the house takes anything from a pot of this hand, so that the pot must be counted."""
    return due(rake, 10**15, flop=flop) != (0, 0)


def _schedule(rake: Rake, pot: int) -> int:
    if rake.kind == "percent":
        return pot * rake.basis_points // 10_000 // rake.unit * rake.unit
    if rake.kind == "steps":
        return max((take for least, take in rake.steps if pot >= least), default=0)
    return 0  # a time charge takes nothing from pots
