"""Amounts that a set of chips can make. Money is an integer number of the smallest unit (cents)."""

import heapq
from functools import lru_cache

from poker.refusal import Refusal

LARGEST = 1_000_000  # of the smallest chip in play, $10,000 in cents; the table of remainders has as many rows


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
    """Return whether any number of these chips makes `amount`; without chips every amount is allowed."""
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
    size, least = min(chips), _cheapest(chips)
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
