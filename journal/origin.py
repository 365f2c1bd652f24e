"""From which device something is asked: set by the edges, kept with what is stored because of it.

Not an argument: between an edge and the log are all the actions, and none of them decides by it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LONGEST = 80
_DEVICE: ContextVar[str] = ContextVar("device", default="")


def device() -> str:
    """The tablet's name, or browser and address; "" of the room's own clock."""
    return _DEVICE.get()


def device_is(name: str) -> None:
    """What is asked from now on is asked from there; "" when it was answered."""
    _DEVICE.set(name[:LONGEST])


@contextmanager
def asked_from(name: str) -> Iterator[None]:
    """What is asked within is asked from there."""
    before = _DEVICE.set(name[:LONGEST])
    try:
        yield
    finally:
        _DEVICE.reset(before)
