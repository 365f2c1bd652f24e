"""Amounts that a set of chips can make. Money is an integer number of the smallest unit (cents)."""

import heapq
from functools import lru_cache

from poker.refusal import Refusal

LARGEST = 1_000_000  # bound of the smallest chip ($10,000 in cents): the remainder table has a row per cent


@lru_cache(maxsize=256)
def _cheapest(chips: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each remainder modulo the smallest chip, the least amount the chips make with it; -1 if none."""
    smallest = min(chips)
    least = [-1] * smallest
    queue = [(0, 0)]
    while queue:
        amount, remainder = heapq.heappop(queue)
        if least[remainder] >= 0:
            continue
        least[remainder] = amount
        for chip in chips:
            heapq.heappush(queue, (amount + chip, (amount + chip) % smallest))
    return tuple(least)


def payable(amount: int, chips: tuple[int, ...]) -> bool:
    """Return whether any number of these chips makes `amount`; with no chips listed, every amount is allowed."""
    if amount < 0:
        return False
    if not chips:
        return True
    least = _cheapest(chips)[amount % min(chips)]
    return 0 <= least <= amount


def smallest(chips: tuple[int, ...]) -> int:
    """Return the smallest chip in play, 1 if none is listed (H-10 breaks pots down to it)."""
    return min(chips, default=1)


def round_down(amount: int, chips: tuple[int, ...]) -> int:
    """Return the largest amount up to this one that the chips make; at least 0."""
    if payable(amount, chips):
        return amount
    size = min(chips)
    least = _cheapest(chips)
    below = (
        amount - (amount - remainder) % size for remainder in range(size) if least[remainder] >= 0
    )
    return max((number for number in below if number >= least[number % size]), default=0)


def round_up(amount: int, chips: tuple[int, ...]) -> int:
    """Return the smallest amount from this one up that the chips make."""
    if payable(amount, chips):
        return amount
    size = min(chips)
    return min(
        max(least, amount + (remainder - amount) % size)
        for remainder, least in enumerate(_cheapest(chips))
        if least >= 0
    )


def check(amount: int, chips: tuple[int, ...], *, rule: str = "S-118") -> int:
    """Return the amount. Raises `Refusal` if it is not a positive whole number or the chips cannot make it."""
    if amount <= 0:
        raise Refusal("amount_not_positive", rule, amount=amount)
    if not payable(amount, chips):
        raise Refusal("chips_cannot_make", rule, amount=amount, smallest=smallest(chips))
    return amount


def stacks_of(amount: int, chips: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return (chip, count) that make the amount, largest chip first, as a dealer cuts them out.

    () if the chips cannot make it. As many as possible of each chip are used while the smaller ones can still make the
    rest: $6 in chips of $5 and $2 is three of $2.
    """
    if not chips or not payable(amount, chips):
        return ()
    stacks = []
    chips_down = sorted(chips, reverse=True)
    for index, chip in enumerate(chips_down):
        count = amount // chip
        smaller = tuple(chips_down[index + 1 :])
        while smaller and not payable(amount - count * chip, smaller):
            count -= 1
        amount -= count * chip
        if count:
            stacks.append((chip, count))
    return tuple(stacks)
