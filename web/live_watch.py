"""Checks whether live updates work: this process sends itself messages through the channel layer.

Redis can stop answering without closing a connection, and open pages would then show outdated data. Every process
with sockets therefore sends itself a message every 1.5 seconds, and notifies its sockets if the result changes. The
log has one line when Redis becomes unreachable and one when it is back, whichever part notices first.
"""

import asyncio
import logging
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.layers import InMemoryChannelLayer, get_channel_layer
from redis.exceptions import RedisError

INTERVAL = 1.5  # seconds between two checks
TIMEOUT = 1.5  # seconds that a check waits; with the interval, an outage is reported within three to four seconds
LAYER_ERRORS = (RedisError, OSError)  # errors of a channel layer whose Redis is unreachable
_log = logging.getLogger("floorbook.live")


class Watched(Protocol):
    """A socket that is notified."""

    async def live_changed(self, *, is_live: bool) -> None:
        """Notify the page."""


class LiveWatch:
    """The watch of one event loop. It checks while it has sockets."""

    def __init__(self) -> None:
        self.is_live = True
        self._sockets: set[Watched] = set()
        self._task: asyncio.Task[None] | None = None
        self._channel = ""
        self._is_outage_logged = False

    @property
    def is_checking(self) -> bool:
        """Return whether the watch will notice that Redis is back."""
        return self._task is not None

    def log_outage(self, reason: object) -> None:
        """Log that Redis is unreachable, once per outage."""
        if not self._is_outage_logged:
            self._is_outage_logged = True
            _log.error("Live updates are off: Redis can't be reached. %s", reason)

    def add(self, socket: Watched) -> None:
        """Notify this socket from now on. The in-memory layer of the embedded mode needs no watch."""
        self._sockets.add(socket)
        if self._task is None and not isinstance(get_channel_layer(), InMemoryChannelLayer):
            self._task = asyncio.create_task(self._run())

    async def discard(self, socket: Watched) -> None:
        """Stop notifying this socket. The watch ends with its last socket."""
        self._sockets.discard(socket)
        if not self._sockets and self._task is not None:
            task = self._task
            self._task = None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._is_outage_logged = False  # without sockets nothing notices the end of the outage

    async def _run(self) -> None:
        """Check until the last socket is gone.

        A connection to Redis may swallow the cancellation of a check, so a watch also ends when it is no longer the
        current one.
        """
        task = asyncio.current_task()
        while self._task is task:
            is_live = await self._check()
            if self._task is not task:
                return
            if is_live and self._is_outage_logged:
                self._is_outage_logged = False
                _log.warning("Live updates are on again.")
            if is_live != self.is_live:
                self.is_live = is_live
                for socket in tuple(self._sockets):
                    await _notify(socket, is_live=is_live)
            await asyncio.sleep(INTERVAL)

    async def _check(self) -> bool:
        """Return whether a message comes back in time."""
        layer = get_channel_layer()
        try:
            async with asyncio.timeout(TIMEOUT):
                if not self._channel:
                    self._channel = await layer.new_channel("live.")
                await layer.send(self._channel, {"type": "live.watch"})
                await layer.receive(self._channel)
        except asyncio.CancelledError:
            self._channel = ""
            raise
        except (*LAYER_ERRORS, TimeoutError) as error:
            self._channel = ""  # the layer drops a channel that no longer has a receiver
            self.log_outage(str(error) or "It does not answer.")
            return False
        return True


async def _notify(socket: Watched, *, is_live: bool) -> None:
    """Notify one socket. An error of a closed page must not affect the others."""
    try:
        await socket.live_changed(is_live=is_live)
    except OSError:
        _log.debug("A page was gone before it could be told.")


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, LiveWatch] = WeakKeyDictionary()


def live_watch() -> LiveWatch:
    """Return the watch of the running event loop."""
    return _watches.setdefault(asyncio.get_running_loop(), LiveWatch())


def log_layer_error(text: str, error: BaseException) -> None:
    """Log an error of the channel layer.

    If this thread has a watch that will report the end of the outage, the error is logged as part of that outage.
    """
    try:
        loop_watch = live_watch()
    except RuntimeError:  # this thread runs no event loop
        loop_watch = None
    if loop_watch is not None and loop_watch.is_checking and isinstance(error, LAYER_ERRORS):
        loop_watch.log_outage(error)
    else:
        _log.error("%s: %s", text, error)


class ReceiverFilter(logging.Filter):
    """Filters the logger of channels_redis, which logs a traceback every second while Redis is unreachable."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop the records that the outage's own log lines cover."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, LAYER_ERRORS):
            return True
        log_layer_error("The receiver of live updates failed", error)
        return False
