"""Main and side pots, uncalled bets, splits and odd chips (S-092, S-115, S-181, H-10)."""

from collections.abc import Iterable, Sequence

from poker.rules import HouseRules
from poker.state import Hand, Participant, Pot


def uncalled(parts: Sequence[Participant]) -> tuple[int, int]:
    """Return (index, chips) of the uncalled part of a bet; (-1, 0) if there is none."""
    if not parts:
        return -1, 0
    totals = [part.total for part in parts]
    most = max(totals)
    top = totals.index(most)
    totals[top] = 0
    over = most - max(totals)
    if over <= 0 or parts[top].life != "in":
        return -1, 0
    return top, over


def layers(parts: Sequence[Participant], splash: int = 0) -> tuple[Pot, ...]:
    """Return the pots by layers of contribution, main pot first; dead money and the splash are in the main pot.

    The contenders of a layer are the live seats that reach it. Layers with the same contenders are one pot. A layer
    that no live seat reaches (because a folded seat put in more) falls into the layer below. A seat that is all-in for
    dead money alone, such as the ante of the big blind, contends for a main pot of that and the splash.
    """
    pots: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for top in sorted({part.total for part in parts if part.total}):
        amount = sum(min(part.total, top) - below for part in parts if part.total > below)
        seats = tuple(part.seat for part in parts if part.life == "in" and part.total >= top)
        if pots and (not seats or pots[-1][1] == seats):
            pots[-1] = (pots[-1][0] + amount, pots[-1][1])
        else:
            pots.append((amount, seats))
        below = top
    dead = splash + sum(part.dead for part in parts)
    live_seats = tuple(part.seat for part in parts if part.life == "in")
    if not pots:
        return (Pot(dead, live_seats),)
    first = pots[0]
    alone = any(part.life == "in" and part.all_in and not part.total for part in parts)
    if dead and alone and first[1]:
        return (Pot(dead, live_seats), *(Pot(amount, seats) for amount, seats in pots))
    pots[0] = (first[0] + dead, first[1] or live_seats)
    return tuple(Pot(amount, seats) for amount, seats in pots)


def take(pots: Sequence[Pot], house: int) -> tuple[Pot, ...]:
    """Return the pots less the house's part, taken from the main pot first."""
    due = house
    net_pots = []
    for pot in pots:
        part = min(pot.amount, due)
        due -= part
        net_pots.append(Pot(pot.amount - part, pot.seats))
    return tuple(net_pots)


def clockwise(hand: Hand, seats: Iterable[int]) -> tuple[int, ...]:
    """Return seats of the hand in order from the button's left."""
    seat_numbers = set(seats)
    return tuple(part.seat for part in hand.parts if part.seat in seat_numbers)


def split(
    amount: int, seats: Sequence[int], *, chip: int, rules: HouseRules
) -> tuple[tuple[int, int], ...]:
    """Return even shares broken down to the smallest chip; odd chips go from the button's left (H-10).

    `seats`: clockwise from the button's left. An amount smaller than a chip stays with the first share.
    """
    each = amount // len(seats) // chip * chip
    total, dust = divmod(amount - each * len(seats), chip)
    extras = [chip] * total + [0] * (len(seats) - total)
    if rules.odd_chip == "all_first":
        extras = [total * chip] + [0] * (len(seats) - 1)
    extras[0] += dust
    return tuple((seat, each + extra) for seat, extra in zip(seats, extras, strict=True))


def halves(amount: int, *, chip: int) -> tuple[int, int]:
    """Return the two halves of a pot in available chips; the odd chip stays with the first half (S-164, H-10, TDA
    R20C).
    """
    second = amount // 2 // chip * chip
    return amount - second, second


def by_board(amount: int, boards: int, *, chip: int, rules: HouseRules) -> tuple[int, ...]:
    """Return the part of a pot on each board; odd chips go to the upper board, or to the lower one (H-72)."""
    if boards == 1:
        return (amount,)
    order = range(boards) if rules.odd_board == "upper" else range(boards - 1, -1, -1)
    parts = dict(split(amount, order, chip=chip, rules=rules))
    return tuple(parts[board] for board in range(boards))


def odd(shares: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return (seat, extra chips) of each share above the smallest; empty if there is no odd chip."""
    least = min(share for _, share in shares)
    return tuple((seat, share - least) for seat, share in shares if share > least)
