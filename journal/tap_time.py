"""When a tap's entries are stored, if they happened earlier: set at the tablet's entry point, stored with each entry.

It is a context variable for the reason given in `journal.device_context`. The time of the tap itself is the `now` of
the command, so every reader of `Entry.at` uses it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta

CLOCK_CORRECTED = (
    "clock_corrected"  # the tablet's time was before the previous entry, or in the future
)
PIN_UNCHECKED = "pin_unchecked"  # the dealer's PIN was checked only after the tap
SERVER_CLOCK = "server_clock"  # the server's clock was before the previous entry
MAX_CAVEAT_LENGTH = 60
LATE = timedelta(seconds=5)  # from the tap to its storing; less is the network at work
_TEXTS = {
    CLOCK_CORRECTED: "tablet's clock corrected",
    PIN_UNCHECKED: "PIN checked later",
    SERVER_CLOCK: "server's clock was set back",
}


def is_late(at: datetime, stored_at: datetime | None) -> bool:
    """Return whether an entry was stored so long after its tap that a reader must know."""
    return stored_at is not None and stored_at - at >= LATE


def is_stored_late(at: datetime) -> bool:
    """Return whether the current tap is one that waited for the network."""
    storing = _STORING.get()
    return storing is not None and is_late(at, storing.at)


def caveat_texts(caveat: str | None) -> list[str]:
    """Return what a reader of an entry must know about its time or its actor."""
    return [_TEXTS[item] for item in (caveat or "").split(",") if item in _TEXTS]


@dataclass(frozen=True, slots=True)
class Storing:
    """When entries are stored, and what a reader must know about their time or their actor."""

    at: datetime
    caveats: tuple[str, ...] = ()

    @property
    def caveat(self) -> str:
        """Return the caveats as stored; "" for none."""
        return ",".join(self.caveats)


_STORING: ContextVar[Storing | None] = ContextVar("storing", default=None)


def storing() -> Storing | None:
    """Return when the current tap is stored; None if it happens now."""
    return _STORING.get()


@contextmanager
def stored_later(at: datetime, *caveats: str) -> Iterator[None]:
    """Store the entries of this block as made earlier than `at`, the time of storing."""
    token = _STORING.set(Storing(at, caveats))
    try:
        yield
    finally:
        _STORING.reset(token)
