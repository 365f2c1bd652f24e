"""What a benchmark reports: two measures of one run, and their ratio."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table. Times in milliseconds; `aim` is the ratio that the issue asks for."""

    name: str
    ours: float
    other: float
    aim: str
    against: str

    @property
    def ratio(self) -> float:
        """Ours over the other; below one is faster."""
        return self.ours / self.other


class Limit(NamedTuple):
    """A measure with a bound of its own instead of a counterpart, in milliseconds."""

    name: str
    measured: float
    aim: str
    how: str


def rounds(
    ours: Callable[[], float], other: Callable[[], float], *, count: int = 7
) -> tuple[float, float]:
    """The medians of `count` alternating rounds, after one to warm up. Each callable returns what it measured."""
    measured: tuple[list[float], list[float]] = ([], [])
    for number in range(count + 1):
        for measure, found in zip((ours, other), measured, strict=True):
            value = measure()
            if number:
                found.append(value)
    return median(measured[0]), median(measured[1])


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """Adds the milliseconds of the block to the list that it gives."""
    taken: list[float] = []
    start = perf_counter()
    yield taken
    taken.append((perf_counter() - start) * 1000)


def percentile(times: list[float], percent: int) -> float:
    """A percentile of many measures."""
    return quantiles(times, n=100, method="inclusive")[percent - 1]


def printed(module: str) -> Iterator[str]:
    """The lines that a module prints in a process of its own on a fresh database, each as it comes, so that none is
    lost with those after it. Raises RuntimeError where it fails.
    """
    with (
        TemporaryDirectory(prefix="floorbook-bench-") as folder,
        subprocess.Popen(
            [sys.executable, "-m", module],
            env={**os.environ, "DATA_DIR": folder},
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
