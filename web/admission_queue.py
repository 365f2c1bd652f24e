"""Admission by the length of a queue: work that could not be answered in time is refused before it begins.

Work that waits too long is answered with a refusal and done all the same, so a server that is too slow for a while
does twice the work for half of the answers. Refused early, it costs nothing, and the rest is answered in time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from time import monotonic

FIRST_SECONDS = 0.02  # of an execution, before any was measured
WEIGHT = 0.1  # of the newest execution in the mean
SHORTEST_RETRY, LONGEST_RETRY = 1, 30  # seconds


class AdmissionQueue:
    """What waits for a pool of threads, and how long the next piece of work would wait.

    threads: of the pool; longest_wait: seconds for which work may wait until it begins.
    """

    def __init__(self, *, threads: int, longest_wait: float) -> None:
        self.threads = threads
        self.longest_wait = longest_wait
        self.pending = 0
        self.seconds = FIRST_SECONDS  # of an execution, the newest ones weighing most

    @property
    def expected_wait(self) -> float:
        """Return the seconds until work that comes now would begin."""
        ahead = max(0, self.pending + 1 - self.threads)
        return ahead * self.seconds / self.threads

    @property
    def is_open(self) -> bool:
        """Return whether work that comes now would begin in time."""
        return self.expected_wait <= self.longest_wait

    def retry_seconds(self, refusals: int = 1) -> int:
        """Return when to try again: the longer the queue, and the more refusals in a row, the later."""
        doubled: int = SHORTEST_RETRY * 2 ** (min(refusals, 6) - 1)
        return min(max(ceil(self.expected_wait), doubled), LONGEST_RETRY)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count a piece of work from now until it is done."""
        self.pending += 1
        try:
            yield
        finally:
            self.pending -= 1

    @contextmanager
    def executing(self) -> Iterator[None]:
        """Measure an execution, in its thread."""
        began = monotonic()
        try:
            yield
        finally:
            self.seconds += WEIGHT * (monotonic() - began - self.seconds)
