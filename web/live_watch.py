"""Whether live updates work: a message to this process itself goes through the channel layer and back.

Redis can fall silent without closing anything: open pages would keep what they show. Every process therefore asks
itself every second and a half, as long as it has sockets, and tells them when the answer changes. The log has one
line when Redis goes away and one when it is back, whatever notices it first.
"""

import asyncio
import logging
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.layers import InMemoryChannelLayer, get_channel_layer
from redis.exceptions import RedisError

INTERVAL = 1.5  # seconds between two questions
TIMEOUT = (
    1.5  # seconds for the answer: with the interval, an outage is told within three to four seconds
)
LAYER_ERRORS = (RedisError, OSError)  # of a channel layer whose Redis can't be reached
_log = logging.getLogger("floorbook.live")


class Watched(Protocol):
    """A socket that is told."""

    async def live_changed(self, *, is_live: bool) -> None:
        """Tell the page."""


class LiveWatch:
    """The watch of one event loop. It asks as long as it has sockets."""

    def __init__(self) -> None:
        """Begin with live updates on."""
        self.is_live = True
        self._sockets: set[Watched] = set()
        self._task: asyncio.Task[None] | None = None
        self._channel = ""
        self._is_outage_logged = False

    @property
    def is_asking(self) -> bool:
        """Whether it will notice that Redis is back."""
        return self._task is not None

    def log_outage(self, reason: object) -> None:
        """Log that Redis is away, once until it is back."""
        if not self._is_outage_logged:
            self._is_outage_logged = True
            _log.error("Live updates are off: Redis can't be reached. %s", reason)

    def add(self, socket: Watched) -> None:
        """Tell this socket from now on. Memory, as in the embedded mode, needs no watch."""
        self._sockets.add(socket)
        if self._task is None and not isinstance(get_channel_layer(), InMemoryChannelLayer):
            self._task = asyncio.create_task(self._run())

    async def discard(self, socket: Watched) -> None:
        """Tell this socket no more; without any, stop asking."""
        self._sockets.discard(socket)
        if not self._sockets and self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._is_outage_logged = False  # no one would notice the end of the outage

    async def _run(self) -> None:
        while True:
            is_live = await self._ask()
            if is_live and self._is_outage_logged:
                self._is_outage_logged = False
                _log.warning("Live updates are on again.")
            if is_live != self.is_live:
                self.is_live = is_live
                for socket in tuple(self._sockets):
                    await _tell(socket, is_live=is_live)
            await asyncio.sleep(INTERVAL)

    async def _ask(self) -> bool:
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
            self._channel = ""  # the layer forgets a channel that is no longer waited for
            self.log_outage(str(error) or "It does not answer.")
            return False
        return True


async def _tell(socket: Watched, *, is_live: bool) -> None:
    """Tell one socket; a page that is gone is no reason to leave out the others."""
    try:
        await socket.live_changed(is_live=is_live)
    except OSError:
        _log.debug("A page was gone before it could be told.")


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, LiveWatch] = WeakKeyDictionary()


def live_watch() -> LiveWatch:
    """Return the watch of the running event loop."""
    return _watches.setdefault(asyncio.get_running_loop(), LiveWatch())


def log_layer_error(text: str, error: BaseException) -> None:
    """Log an error of the channel layer: as part of an outage whose end this thread's watch tells, else by itself."""
    try:
        loop_watch = live_watch()
    except RuntimeError:  # no event loop runs in this thread
        loop_watch = None
    if loop_watch is not None and loop_watch.is_asking and isinstance(error, LAYER_ERRORS):
        loop_watch.log_outage(error)
    else:
        _log.error("%s: %s", text, error)


class ReceiverFilter(logging.Filter):
    """Of the logger of channels_redis, whose receiver logs a traceback every second as long as Redis is away."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep everything but what the outage's own lines tell."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, LAYER_ERRORS):
            return True
        log_layer_error("The receiver of live updates failed", error)
        return False
