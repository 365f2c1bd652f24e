"""Splits of amounts to the cent, by largest remainder."""

from collections.abc import Sequence


def split(amount: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Return the parts of an amount in proportion to the weights. They add up to the amount.

    Cents that remain go to the largest remainders, and between equal ones to the first.
    """
    total = sum(weights)
    if total == 0:
        return tuple(0 for _ in weights)
    parts = [amount * weight // total for weight in weights]
    remainders = [amount * weight % total for weight in weights]
    order = sorted(range(len(weights)), key=lambda index: -remainders[index])
    for index in order[: amount - sum(parts)]:
        parts[index] += 1
    return tuple(parts)


def part_of_percents(amount: int, percents: Sequence[int], index: int) -> int:
    """Return the part of one of several percentages. The parts of 100 percent add up to the amount."""
    before = sum(percents[:index])
    through = before + percents[index]
    return amount * through // 100 - amount * before // 100
