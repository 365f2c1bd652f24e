"""The counters of commands in one process, for Prometheus.

Labels have few values, such as the name of a log or a refusal's code. No label names a table or a person.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager

from prometheus_client import Counter, Histogram

from poker.refusal import Refusal

COMMANDS = Counter(
    "floorbook_commands",
    "Commands by log (table, waitlist, lineup, training) and result.",
    ("log", "result"),
)
REFUSALS = Counter("floorbook_refusals", "Refused commands by code.", ("log", "code"))
COMMAND_SECONDS = Histogram(
    "floorbook_command_seconds",
    "Seconds of a command's transaction with its commit, at a table or in another log of the room.",
    ("log",),
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5),
)
OVERTAKEN = ("stale", "hand_finished")  # codes of commands that were sent too late


@contextmanager
def count_failures(log: str) -> Generator[None]:
    """Count a refusal in the block by its code, and any other error as a failure."""
    try:
        yield
    except Refusal as refusal:
        COMMANDS.labels(log, "overtaken" if refusal.code in OVERTAKEN else "refused").inc()
        REFUSALS.labels(log, refusal.code).inc()
        raise
    except Exception:
        COMMANDS.labels(log, "failed").inc()
        raise


def count_result(log: str, *, is_repeated: bool, is_changed: bool) -> None:
    """Count a command as executed or as repeated."""
    result = "duplicate" if is_repeated else "done" if is_changed else "unchanged"
    COMMANDS.labels(log, result).inc()


@contextmanager
def timed(log: str) -> Generator[None]:
    """Measure the duration of the block, even if it raises."""
    began = time.perf_counter()
    try:
        yield
    finally:
        COMMAND_SECONDS.labels(log).observe(time.perf_counter() - began)
