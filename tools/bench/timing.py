"""The median of a computation's processor time."""

from collections.abc import Callable
from statistics import median
from time import process_time

ROUNDS = 25


def median_ms(work: Callable[[], object]) -> float:
    """Return the median processor time of a function in milliseconds."""
    taken = []
    for _ in range(ROUNDS):
        start = process_time()
        work()
        taken.append((process_time() - start) * 1000)
    return median(taken)
