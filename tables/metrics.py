"""What a process counts about commands and sockets, in Prometheus' format.

Labels have few values: the kind of a log, a refusal's code, the kind of a page. None is a table or a person.
"""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar

from prometheus_client import Counter, Gauge, Histogram

from poker.refusal import Refusal

COMMANDS = Counter(
    "floorbook_commands", "Commands by log (table, waitlist, lineup) and result.", ("log", "result")
)
REFUSALS = Counter("floorbook_refusals", "Refused commands by code.", ("log", "code"))
COMMAND_SECONDS = Histogram(
    "floorbook_command_seconds",
    "Seconds of a command's transaction with its commit, at a table or in a log of the room.",
    ("log",),
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5),
)
SOCKETS = Gauge(
    "floorbook_sockets", "Open WebSockets by kind of page.", ("kind",), multiprocess_mode="livesum"
)
SOCKET_MESSAGES = Counter(
    "floorbook_socket_messages", "Messages of WebSockets.", ("kind", "direction")
)
NOT_ADMITTED = Counter(
    "floorbook_not_admitted",
    "Messages of taps and requests refused before execution, because they would wait too long.",
    ("kind",),
)
DIVERGENCES = Counter(
    "floorbook_divergences", "Taps that the room stored differently from what their tablet decided."
)
OVERTAKEN = ("stale", "hand_finished")  # codes of commands that the room overtook

P = ParamSpec("P")


class Result(Protocol):
    """The result of a command."""

    @property
    def repeated(self) -> bool:
        """Return whether it had been stored before."""

    @property
    def events(self) -> tuple[object, ...]:
        """Return what it stored now."""


R = TypeVar("R", bound=Result)


def counted(log: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Count the results of a function that executes one command, and its refusals by code."""
    done, unchanged, duplicate, refused, overtaken, failed = (
        COMMANDS.labels(log, result)
        for result in ("done", "unchanged", "duplicate", "refused", "overtaken", "failed")
    )

    def decorate(execute: Callable[P, R]) -> Callable[P, R]:
        @wraps(execute)
        def execute_and_count(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                result = execute(*args, **kwargs)
            except Refusal as refusal:
                (overtaken if refusal.code in OVERTAKEN else refused).inc()
                REFUSALS.labels(log, refusal.code).inc()
                raise
            except Exception:
                failed.inc()
                raise
            (duplicate if result.repeated else done if result.events else unchanged).inc()
            return result

        return execute_and_count

    return decorate


@contextmanager
def timed(log: str) -> Generator[None]:
    """Measure how long the block takes, also if it raises."""
    began = time.perf_counter()
    try:
        yield
    finally:
        COMMAND_SECONDS.labels(log).observe(time.perf_counter() - began)
