"""The rows of a benchmark: two measures of one run and their ratio, or a measure with a limit."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple


class Comparison(NamedTuple):
    """One row of the table. Times in milliseconds."""

    name: str
    ours: float
    other: float
    aim: str  # the target ratio
    against: str

    @property
    def ratio(self) -> float:
        """Our measure divided by the other; a value below one means that ours is faster."""
        return self.ours / self.other


class Limit(NamedTuple):
    """A measure, in milliseconds by default, that has a limit instead of a counterpart."""

    name: str
    measured: float
    aim: str
    how: str
    unit: str = "ms"


def alternate(
    ours: Callable[[], float], other: Callable[[], float], *, count: int = 7
) -> tuple[float, float]:
    """Return the medians of `count` alternating rounds, after one warm-up.

    Each callable returns its measurement.
    """
    measured: tuple[list[float], list[float]] = ([], [])
    for number in range(count + 1):
        for measure, matches in zip((ours, other), measured, strict=True):
            value = measure()
            if number:
                matches.append(value)
    return median(measured[0]), median(measured[1])


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """Append the milliseconds of the block to the yielded list."""
    taken: list[float] = []
    start = perf_counter()
    yield taken
    taken.append((perf_counter() - start) * 1000)


def percentile(times: Sequence[float], percent: int) -> float:
    return quantiles(times, n=100, method="inclusive")[percent - 1]


def stream_lines(module: str, environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run a module in a separate process on a fresh database, and yield its output lines.

    Lines are yielded as they arrive, so that a failure loses none. Raises RuntimeError if the process fails.
    """
    with (
        TemporaryDirectory(prefix="floorbook-bench-") as folder,
        subprocess.Popen(
            [sys.executable, "-m", module],
            env={**os.environ, "DATA_DIR": folder, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout
            for line in process.stdout:
                yield line.strip()
            if process.wait():
                raise RuntimeError(f"{module} ended with {process.returncode}; why stands above")
        finally:
            process.kill()
