"""Admission by queue length: work that could not begin in time is refused immediately.

A request that waited too long would be refused although its work is still done. A server that is briefly too slow
would then do twice the work for half of the answers. An early refusal costs nothing, and the other requests are
answered in time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from time import monotonic

FIRST_SECONDS = 0.02  # duration of an execution before any was measured
WEIGHT = 0.1  # weight of the newest execution in the mean duration
SHORTEST_RETRY = 1  # seconds
LONGEST_RETRY = 30  # seconds


class AdmissionQueue:
    """The work that waits for a pool of threads, and how long new work would wait.

    `threads` is the size of the pool. `longest_wait` is how many seconds work may wait before it begins.
    """

    def __init__(self, *, threads: int, longest_wait: float) -> None:
        self.threads = threads
        self.longest_wait = longest_wait
        self.pending = 0
        self.seconds = FIRST_SECONDS  # mean duration of an execution, weighted toward the newest

    @property
    def expected_wait(self) -> float:
        """Return how many seconds new work would wait before it begins."""
        ahead = max(0, self.pending + 1 - self.threads)
        return ahead * self.seconds / self.threads

    @property
    def is_open(self) -> bool:
        """Return whether new work would begin in time."""
        return self.expected_wait <= self.longest_wait

    def retry_seconds(self, refusals: int = 1) -> int:
        """Return when to try again, in seconds. A longer queue and more refusals in a row give a longer time."""
        doubled: int = SHORTEST_RETRY * 2 ** (min(refusals, 6) - 1)
        return min(max(ceil(self.expected_wait), doubled), LONGEST_RETRY)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count a piece of work until it is done."""
        self.pending += 1
        try:
            yield
        finally:
            self.pending -= 1

    @contextmanager
    def executing(self) -> Iterator[None]:
        """Measure an execution in its own thread."""
        began = monotonic()
        try:
            yield
        finally:
            self.seconds += WEIGHT * (monotonic() - began - self.seconds)
