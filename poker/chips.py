"""Which amounts a set of chips can make. Money is an integer number of the smallest unit (cents)."""

import heapq
from functools import lru_cache

from poker.refusal import Refusal


@lru_cache(maxsize=256)
def _cheapest(chips: tuple[int, ...]) -> tuple[int, ...]:
    """For each remainder of the smallest chip, the least amount with it that the chips make; -1 if none."""
    smallest = min(chips)
    least = [-1] * smallest
    queue = [(0, 0)]
    while queue:
        amount, rest = heapq.heappop(queue)
        if least[rest] >= 0:
            continue
        least[rest] = amount
        for chip in chips:
            heapq.heappush(queue, (amount + chip, (amount + chip) % smallest))
    return tuple(least)


def payable(amount: int, chips: tuple[int, ...]) -> bool:
    """Whether `amount` can be made with any number of these chips; no chips named means any amount."""
    if amount < 0:
        return False
    if not chips:
        return True
    least = _cheapest(chips)[amount % min(chips)]
    return 0 <= least <= amount


def smallest(chips: tuple[int, ...]) -> int:
    """The smallest chip in play, 1 when none is named (H-10 breaks pots down to it)."""
    return min(chips, default=1)


def down(amount: int, chips: tuple[int, ...]) -> int:
    """The largest amount up to this one that the chips make; 0 at least."""
    if payable(amount, chips):
        return amount
    size, least = min(chips), _cheapest(chips)
    below = (amount - (amount - rest) % size for rest in range(size) if least[rest] >= 0)
    return max((found for found in below if found >= least[found % size]), default=0)


def up(amount: int, chips: tuple[int, ...]) -> int:
    """The smallest amount from this one on that the chips make."""
    if payable(amount, chips):
        return amount
    size = min(chips)
    return min(
        max(least, amount + (rest - amount) % size)
        for rest, least in enumerate(_cheapest(chips))
        if least >= 0
    )


def check(amount: int, chips: tuple[int, ...], *, rule: str = "S-118") -> int:
    """The amount itself; refuses what is not a whole positive number or what the chips cannot make."""
    if amount <= 0:
        raise Refusal("amount_not_positive", rule, amount=amount)
    if not payable(amount, chips):
        raise Refusal("chips_cannot_make", rule, amount=amount, smallest=smallest(chips))
    return amount
