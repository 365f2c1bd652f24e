"""The time at which a delayed tap is stored. The tablet's entry point sets it, and each entry stores it.

It is a context variable for the reason given in `journal.device_context`. The command's `now` is the time of the
tap itself, so that every reader of `Entry.at` uses that time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta

# The tablet's time was in the future or before the previous entry.
CLOCK_CORRECTED = "clock_corrected"
PIN_UNCHECKED = "pin_unchecked"  # the dealer's PIN was checked only after the tap
SERVER_CLOCK = "server_clock"  # the server's clock was before the previous entry
MAX_CAVEAT_LENGTH = 60
LATE = timedelta(seconds=5)  # time from a tap to its storing; less is ordinary network time
_TEXTS = {
    CLOCK_CORRECTED: "tablet's clock corrected",
    PIN_UNCHECKED: "PIN checked later",
    SERVER_CLOCK: "server's clock was set back",
}


def is_late(at: datetime, stored_at: datetime | None) -> bool:
    """Return whether an entry was stored so long after its tap that readers must see both times."""
    return stored_at is not None and stored_at - at >= LATE


def is_stored_late(at: datetime) -> bool:
    """Return whether the current tap waited for the network."""
    storing = _STORING.get()
    return storing is not None and is_late(at, storing.at)


def caveat_texts(caveat: str | None) -> list[str]:
    """Return the caveats of an entry as sentences for its readers."""
    return [_TEXTS[item] for item in (caveat or "").split(",") if item in _TEXTS]


@dataclass(frozen=True, slots=True)
class Storing:
    """The time of storing, and the caveats about the entries' time or actor."""

    at: datetime
    caveats: tuple[str, ...] = ()

    @property
    def caveat(self) -> str:
        """Return the caveats in their stored form; "" if there are none."""
        return ",".join(self.caveats)


_STORING: ContextVar[Storing | None] = ContextVar("storing", default=None)


def storing() -> Storing | None:
    """Return when the current tap is stored; None if it is stored as it happens."""
    return _STORING.get()


@contextmanager
def stored_later(at: datetime, *caveats: str) -> Iterator[None]:
    """Mark the entries of this block as made earlier than `at`, the time of storing."""
    token = _STORING.set(Storing(at, caveats))
    try:
        yield
    finally:
        _STORING.reset(token)
