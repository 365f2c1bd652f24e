"""Main and side pots, uncalled bets, splits and odd chips (S-092, S-115, S-181, H-10)."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from poker.rules import HouseRules
from poker.state import Hand, Part, Pot

EVERY = 4  # contenders for whom each way to share is told; of more, each pair and all of them


def uncalled(parts: Sequence[Part]) -> tuple[int, int]:
    """(index, chips) of the part of a bet that nobody matched; (-1, 0) when there is none."""
    if not parts:
        return -1, 0
    totals = [part.total for part in parts]
    top = max(range(len(parts)), key=totals.__getitem__)
    rest = max((total for i, total in enumerate(totals) if i != top), default=0)
    over = totals[top] - rest
    if over <= 0 or parts[top].life != "in":
        return -1, 0
    return top, over


def layers(parts: Sequence[Part]) -> tuple[Pot, ...]:
    """Pots by layers of contribution, main pot first; dead money is in the main pot.

    A layer's contenders are the live seats that reach it; layers with the same contenders are one pot, and a
    layer that no live seat reaches (a folded seat had put in more) falls into the one below.
    """
    pots: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for top in sorted({part.total for part in parts if part.total}):
        amount = sum(min(part.total, top) - min(part.total, below) for part in parts)
        seats = tuple(part.seat for part in parts if part.life == "in" and part.total >= top)
        if pots and (not seats or pots[-1][1] == seats):
            pots[-1] = (pots[-1][0] + amount, pots[-1][1])
        else:
            pots.append((amount, seats))
        below = top
    dead = sum(part.dead for part in parts)
    everybody = tuple(part.seat for part in parts if part.life == "in")
    if not pots:
        return (Pot(dead, everybody),)
    first = pots[0]
    pots[0] = (first[0] + dead, first[1] or everybody)
    return tuple(Pot(amount, seats) for amount, seats in pots)


def take(pots: Sequence[Pot], house: int) -> tuple[Pot, ...]:
    """The pots less the house's part, taken from the main pot first."""
    left = house
    taken = []
    for pot in pots:
        part = min(pot.amount, left)
        left -= part
        taken.append(Pot(pot.amount - part, pot.seats))
    return tuple(taken)


def clockwise(hand: Hand, seats: Iterable[int]) -> tuple[int, ...]:
    """Seats of the hand in order from the button's left."""
    wanted = set(seats)
    return tuple(part.seat for part in hand.parts if part.seat in wanted)


def split(
    amount: int, seats: Sequence[int], *, chip: int, rules: HouseRules
) -> tuple[tuple[int, int], ...]:
    """Even shares broken down to the smallest chip; spare chips from the button's left (H-10).

    `seats` stand clockwise from the button's left. What is smaller than a chip stays with the first share.
    """
    each = amount // len(seats) // chip * chip
    whole, dust = divmod(amount - each * len(seats), chip)
    extras = [chip] * whole + [0] * (len(seats) - whole)
    if rules.odd_chip == "all_first":
        extras = [whole * chip] + [0] * (len(seats) - 1)
    extras[0] += dust
    return tuple((seat, each + extra) for seat, extra in zip(seats, extras, strict=True))


def halves(amount: int, *, chip: int) -> tuple[int, int]:
    """The two halves of a pot in chips that there are; what is odd stays with the first (S-164, H-10, TDA R20C)."""
    second = amount // 2 // chip * chip
    return amount - second, second


def sets(seats: Sequence[int], *, least: int) -> tuple[tuple[int, ...], ...]:
    """The sets of at least so many of these seats that may share a pot: all of few, of many the likely ones."""
    most = len(seats)
    sizes = range(least, most + 1) if most <= EVERY else {least, 2, most}
    return tuple(those for size in sorted(sizes) for those in combinations(seats, size))


def odd(shares: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """(seat, chips) of everybody whose share is above the least; nobody when nothing is odd."""
    least = min(share for _, share in shares)
    return tuple((seat, share - least) for seat, share in shares if share > least)
