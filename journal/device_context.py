"""The device that a command or request comes from: set at the entry points and stored with each log entry.

It is a context variable and not an argument: all actions are called between an entry point and
the log, and none of them depends on the device.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MAX_DEVICE_LENGTH = 80
_DEVICE: ContextVar[str] = ContextVar("device", default="")


def device() -> str:
    """Return the tablet's name, or browser and IP address; "" for scheduled tasks."""
    return _DEVICE.get()


def set_device(name: str) -> None:
    """Set the device for what follows; "" resets it after the response."""
    _DEVICE.set(name[:MAX_DEVICE_LENGTH])


@contextmanager
def use_device(name: str) -> Iterator[None]:
    """Set the device for the duration of the block."""
    before = _DEVICE.set(name[:MAX_DEVICE_LENGTH])
    try:
        yield
    finally:
        _DEVICE.reset(before)
