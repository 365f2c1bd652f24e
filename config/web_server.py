"""One web process: its listener, its event loop, and its notifications to systemd."""

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn

from config.websockets import RoomWebSocketProtocol
from web import broadcast

_log = logging.getLogger("floorbook.server")

# Seconds that a thread may run while another one waits for the interpreter; Python's default is
# 5 ms. While other threads render pages, a tap waits for the interpreter after each of its dozen
# database queries.
SWITCH_INTERVAL = 0.0005
STOP_WITHIN = 5  # seconds for open requests to finish
BACKLOG = 2048  # connections that wait while every process is busy
# Seconds between two pings of a socket, which find a client that is gone. A page sends its own every 15 to 20 s.
PING_INTERVAL = 60
FIRST_INHERITED = 3  # systemd passes listeners as file descriptors from this number on


class ListenError(Exception):
    """The server can't listen at the requested address. The text says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listener at an address of this machine. Raises `ListenError` if the address can't be used."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise ListenError(
            f"HOST is {host!r}, which is no address of this machine ({error.strerror}). "
            "Use 127.0.0.1 behind a proxy on this machine, or 0.0.0.0 for every network."
        ) from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise ListenError(
            f"Can't open port {port} on {host} ({error.strerror}): "
            "stop what's using it, or set PORT=8001."
        ) from error
    return listener


def inherited_listener() -> socket.socket | None:
    """Return the listener that systemd opened for this process (sd_listen_fds), or None.

    Several processes accept from the same listener, so one can restart while the others answer. Raises `ListenError` if
    there is more than one.
    """
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return None
    if os.environ.get("LISTEN_FDS") != "1":
        raise ListenError(
            "systemd must pass exactly one socket: use Sockets= with one of floorbook-web.socket and "
            "floorbook-tablets.socket."
        )
    listener = socket.socket(fileno=FIRST_INHERITED)
    listener.set_inheritable(False)
    return listener


def notify_systemd(state: str) -> None:
    """Notify systemd of a state (sd_notify), such as READY=1; does nothing without systemd.

    It never waits: a service manager that reads no messages must not stop the loop that answers requests.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as notifier:
        notifier.setblocking(False)
        try:
            notifier.sendto(state.encode(), f"\0{address[1:]}" if address[0] == "@" else address)
        except BlockingIOError:
            _log.warning("systemd does not read what this process tells it: %s", state)


class RoomServer(uvicorn.Server):
    """A uvicorn server that returns on a stop signal instead of raising it again."""

    def __init__(
        self, *, app: Any, on_open: Callable[[], None], is_behind_proxy: bool = False
    ) -> None:
        """Serve `app`; `on_open` is called when requests are answered.

        is_behind_proxy: only a proxy reaches the listener, so the addresses that it forwards are trusted. Otherwise
        FORWARDED_ALLOW_IPS lists the trusted proxies.
        """
        super().__init__(
            uvicorn.Config(
                app,
                ws=RoomWebSocketProtocol,
                ws_per_message_deflate=False,
                ws_ping_interval=PING_INTERVAL,
                lifespan="on",
                log_config=None,
                access_log=False,
                backlog=BACKLOG,
                timeout_graceful_shutdown=STOP_WITHIN,
                forwarded_allow_ips="*" if is_behind_proxy else None,
            )
        )
        self._on_open = on_open

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Install no signal handlers: `handle_stop_signals` calls `handle_exit`."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer requests, then call `on_open`."""
        broadcast.serve_from(asyncio.get_running_loop())
        sys.setswitchinterval(SWITCH_INTERVAL)
        await super().startup(sockets=sockets)
        self._on_open()

    async def main_loop(self) -> None:
        """Serve until a stop signal, with a sign of life to systemd from the loop that answers requests."""
        watchdog = asyncio.create_task(_reset_watchdog())
        try:
            await super().main_loop()
        finally:
            watchdog.cancel()
            with suppress(asyncio.CancelledError):
                await watchdog


async def _reset_watchdog() -> None:
    """Reset systemd's watchdog at half its time, for as long as the event loop runs."""
    microseconds = int(os.environ.get("WATCHDOG_USEC") or 0)
    while microseconds:
        notify_systemd("WATCHDOG=1")
        await asyncio.sleep(microseconds / 2_000_000)
