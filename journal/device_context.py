"""The device that a command or request comes from: set at the entry points and stored with each log entry.

It is a context variable and not an argument: all actions are called between an entry point and
the log, and none of them depends on the device.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_address, ip_network

MAX_DEVICE_LENGTH = 80
_DEVICE: ContextVar[str] = ContextVar("device", default="")
_NETWORK: ContextVar[str] = ContextVar("network", default="")


def device() -> str:
    """Return the tablet's name, or browser and IP address; "" for scheduled tasks."""
    return _DEVICE.get()


def set_device(name: str) -> None:
    """Set the device for what follows; "" resets it after the response."""
    _DEVICE.set(name[:MAX_DEVICE_LENGTH])


def network() -> str:
    """Return where sign-in attempts are counted: a paired tablet, or the client's network; "" for tasks."""
    return _NETWORK.get()


def set_network(name: str) -> None:
    """Set where sign-in attempts of this request are counted."""
    _NETWORK.set(name[:MAX_DEVICE_LENGTH])


def network_of(address: str) -> str:
    """Return a client's IP address; for IPv6 its /64 network, because a client controls all of its addresses."""
    try:
        match = ip_address(address.partition("%")[0])
    except ValueError:  # a Unix socket has no address
        return "here"
    return str(match) if match.version == 4 else str(ip_network((match, 64), strict=False))


@contextmanager
def use_device(name: str) -> Iterator[None]:
    """Set the device for the duration of the block."""
    before = _DEVICE.set(name[:MAX_DEVICE_LENGTH])
    try:
        yield
    finally:
        _DEVICE.reset(before)
