"""Rake and jackpot drop of a pot: one schedule and one cap per hand (S-005, S-119)."""

from poker.stakes import Rake


def due(rake: Rake, pot: int, *, flop: bool, players: int, unraked: int = 0) -> tuple[int, int]:
    """Return (rake, jackpot drop) of a hand whose contested pots hold `pot`; returned bets are not raked.

    `flop`: whether board cards were dealt; under "no flop, no drop", nothing is taken before the flop. players: dealt
    into the hand. unraked: the chips of the pot that count for neither, such as a splash (H-75).
    """
    if rake.no_flop_no_drop and not flop:
        return 0, 0
    pot = max(pot - unraked, 0)
    amount = _schedule(rake, pot)
    cap = _cap(rake, players)
    if cap is not None:
        amount = min(amount, cap)
    drop = rake.jackpot if rake.jackpot and pot >= max(rake.jackpot_from, 1) else 0
    if rake.jackpot_second and pot >= rake.jackpot_second_from:
        drop += rake.jackpot_second
    return min(amount, pot), min(drop, max(pot - amount, 0))


def _cap(rake: Rake, players: int) -> int | None:
    """Return the cap of a hand with this many players dealt in; None without one."""
    by_players = [cap for count, cap in rake.caps if count <= players]
    return by_players[-1] if by_players else rake.cap or None


def drops(rake: Rake, *, flop: bool, players: int) -> bool:
    """Return whether the house takes anything from a pot of this hand, so that the pot must be counted."""
    return due(rake, 10**15, flop=flop, players=players) != (0, 0)


MAX_STEPS = 60  # steps listed for a percentage without a cap


def drop_steps(
    rake: Rake, *, flop: bool, players: int, unraked: int = 0
) -> tuple[tuple[int, int, int], ...]:
    """Return (pot, rake, jackpot drop) for each pot from which either changes, in rising order (S-119).

    The pots include the chips that are not raked.
    """
    pots = {0, rake.jackpot_from if rake.jackpot else 0}
    pots.add(rake.jackpot_second_from if rake.jackpot_second else 0)
    if rake.kind == "percent" and rake.basis_points:
        step = rake.unit * 10_000
        cap = _cap(rake, players)
        last = MAX_STEPS if cap is None else cap // rake.unit + 1
        pots |= {-(-step * i // rake.basis_points) for i in range(1, last + 1)}
    elif rake.kind == "steps":
        pots |= {least for least, _ in rake.steps}
    steps: list[tuple[int, int, int]] = []
    for pot in sorted(pots):
        amounts = due(rake, pot, flop=flop, players=players)
        if not steps or amounts != steps[-1][1:]:
            steps.append((pot + unraked if pot else 0, *amounts))
    return tuple(steps)


def _schedule(rake: Rake, pot: int) -> int:
    if rake.kind == "percent":
        return pot * rake.basis_points // 10_000 // rake.unit * rake.unit
    if rake.kind == "steps":
        return max((take for least, take in rake.steps if pot >= least), default=0)
    return 0  # a time charge takes nothing from pots
