"""The device that sent a command or request. Entry points set it, and each log entry stores it.

It is a context variable because every action would otherwise pass it from the entry point to the log, and no action
depends on it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_address, ip_network

MAX_DEVICE_LENGTH = 80
_DEVICE: ContextVar[str] = ContextVar("device", default="")
_NETWORK: ContextVar[str] = ContextVar("network", default="")


def device() -> str:
    """Return the tablet's name, or the browser and IP address; "" for scheduled tasks."""
    return _DEVICE.get()


def set_device(name: str) -> None:
    """Set the device from here on; "" resets it after the response."""
    _DEVICE.set(name[:MAX_DEVICE_LENGTH])


def network() -> str:
    """Return the key that sign-in attempts are counted under: a paired tablet or the client's network; "" for tasks."""
    return _NETWORK.get()


def set_network(name: str) -> None:
    """Set the key that this request's sign-in attempts are counted under."""
    _NETWORK.set(name[:MAX_DEVICE_LENGTH])


def network_of(address: str) -> str:
    """Return a client's IPv4 address, or the /64 network of an IPv6 address.

    A client controls every address of its /64 network.
    """
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
