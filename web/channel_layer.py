"""A channel layer for several web processes that sends a message through Redis only if another process needs it.

Each process with sockets announces its groups: a new one when its first member joins, and all of them every few
seconds. A message to a group is delivered to the members in this process directly if no other process has announced
the group. Such a message is kept for some seconds, so that a process whose announcement arrives late still gets it,
marked as late. Messages between processes, and from processes without sockets, go through `channels_redis`.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final
from uuid import uuid4
from weakref import WeakKeyDictionary

from channels_redis.pubsub import RedisPubSubChannelLayer

from web.live_watch import LAYER_ERRORS, log_layer_error

ANNOUNCE_INTERVAL = 5.0  # seconds between two announcements of all groups
DEAF_AFTER = (
    10.0  # seconds without hearing itself after which a process assumes that it hears no other
)
SILENT_AFTER = (
    15.0  # seconds without an announcement after which a process is assumed to have ended
)
KEPT_FOR = 15.0  # seconds; a lost announcement is repeated sooner
# Seconds within which the announcement of a new group is heard, unless Redis or the process is overloaded. What was
# sent before is in the snapshot.
UNDER_WAY = 2.0
# For this many seconds a new process sends everything through Redis. By then it has heard all others, and an upgrade
# has replaced the processes of a version that announces nothing.
SETTLED_AFTER = 60.0
RETRY_PAUSE = 1.0  # seconds
ANNOUNCEMENTS = "processes"  # the group of all processes with sockets
# The mark of a message that its process had kept; newer ones may have arrived before it.
LATE: Final = "late"
Message = Mapping[str, object]
_log = logging.getLogger("floorbook.live")


class Neighbors:
    """What the other processes have announced, and the messages that they did not get.

    Times are seconds of the event loop's clock.
    """

    def __init__(self, own_id: str, now: float) -> None:
        """own_id: this process's id; it hears its own announcements, too."""
        self._own_id = own_id
        self._settled_at = now + SETTLED_AFTER
        self._own_heard_at: float | None = None
        self._heard_at: dict[str, float] = {}
        self._groups: dict[str, set[str]] = {}
        self._kept: deque[tuple[float, str, Message]] = deque()

    def may_need(self, group: str, now: float) -> bool:
        """Return whether another process may have members in a group."""
        if now < self._settled_at or self._is_deaf(now):
            return True
        return any(group in groups for groups in self._groups.values())

    def keep(self, group: str, message: Message, now: float) -> None:
        """Keep a message that no other process got."""
        self._forget_kept(now)
        self._kept.append((now, group, message))

    def hear(
        self, process: str, groups: Iterable[str], now: float, *, is_complete: bool
    ) -> list[tuple[str, Message]]:
        """Note the groups of a process; return the kept messages for its new groups, oldest first.

        is_complete: the process has members in no other group.
        """
        if process == self._own_id:
            self._hear_own(now)
            return []
        known = self._groups.get(process, set())
        announced = set(groups)
        new = announced - known
        self._groups[process] = announced if is_complete else known | announced
        self._heard_at[process] = now
        self._forget_kept(now)
        since = now - (KEPT_FOR if is_complete else UNDER_WAY)
        return [
            (group, message) for at, group, message in self._kept if group in new and at > since
        ]

    def _hear_own(self, now: float) -> None:
        if self._own_heard_at is not None and self._is_deaf(now):
            # Others are heard again within an interval. Until then they may need everything.
            self._settled_at = max(self._settled_at, now + SILENT_AFTER)
        self._own_heard_at = now
        for process, heard_at in tuple(self._heard_at.items()):
            if now - heard_at >= SILENT_AFTER:
                del self._groups[process], self._heard_at[process]

    def _is_deaf(self, now: float) -> bool:
        return self._own_heard_at is None or now - self._own_heard_at >= DEAF_AFTER

    def _forget_kept(self, now: float) -> None:
        while self._kept and now - self._kept[0][0] >= KEPT_FOR:
            self._kept.popleft()


class _Process:
    """The sockets of one event loop: their groups, and what the other processes announce."""

    def __init__(self, redis: RedisPubSubChannelLayer) -> None:
        self.id = uuid4().hex
        self.members: dict[str, set[str]] = {}  # channels by group
        self.neighbors = Neighbors(self.id, _now())
        self._redis = redis
        self._is_stopped = asyncio.Event()
        self._announcing = asyncio.create_task(self._announce_all())
        self._listening = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        """Announce that this process has no members, and end its tasks."""
        self._is_stopped.set()
        self._listening.cancel()
        await asyncio.gather(self._announcing, self._listening, return_exceptions=True)
        with _logged_errors("A process can't announce its end"):
            await self.announce([], is_complete=True)

    async def announce(self, groups: Iterable[str], *, is_complete: bool = False) -> None:
        """Announce groups in which this process has members."""
        announcement = {
            "type": "process.groups",
            "process": self.id,
            "groups": list(groups),
            "is_complete": is_complete,
        }
        await self._redis.group_send(ANNOUNCEMENTS, announcement)

    async def _announce_all(self) -> None:
        while not self._is_stopped.is_set():
            with _logged_errors("A process can't announce its groups"):
                await self.announce(self.members, is_complete=True)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_stopped.wait(), ANNOUNCE_INTERVAL)

    async def _listen(self) -> None:
        """Listen to the other processes, and send them what they missed.

        redis-py may swallow a cancellation, so the end of this process is checked, too.
        """
        while not self._is_stopped.is_set():
            channel = ""
            try:
                with _logged_errors("A process can't hear the others"):
                    channel = await self._redis.new_channel("process.")
                    await self._redis.group_add(ANNOUNCEMENTS, channel)
                    await self._hear(channel)
            finally:
                with _logged_errors("A process can't stop listening to the others"):
                    await self._redis.group_discard(ANNOUNCEMENTS, channel)
            await asyncio.sleep(RETRY_PAUSE)

    async def _hear(self, channel: str) -> None:
        while not self._is_stopped.is_set():
            announcement = await self._redis.receive(channel)
            missed = self.neighbors.hear(
                announcement["process"],
                announcement["groups"],
                _now(),
                is_complete=announcement["is_complete"],
            )
            for group, message in missed:
                with _logged_errors("A kept message can't be sent"):
                    await self._redis.group_send(group, {**message, LATE: True})


@contextmanager
def _logged_errors(text: str) -> Generator[None]:
    """Log an error of the block. A task that ended with it would leave the other processes' pages without messages."""
    try:
        yield
    except LAYER_ERRORS as error:
        log_layer_error(text, error)
    except Exception:
        _log.exception(text)


def _now() -> float:
    return asyncio.get_running_loop().time()


class LocalFirstLayer:
    """A channel layer with the options of `channels_redis.pubsub.RedisPubSubChannelLayer`."""

    extensions = ("groups", "flush")

    def __init__(self, **config: Any) -> None:
        self._redis = RedisPubSubChannelLayer(**config)
        self._processes: WeakKeyDictionary[asyncio.AbstractEventLoop, _Process] = (
            WeakKeyDictionary()
        )

    async def new_channel(self, prefix: str = "specific.") -> str:
        channel: str = await self._redis.new_channel(prefix)
        return channel

    async def send(self, channel: str, message: Message) -> None:
        """Send a message to a channel through Redis, because `web.live_watch` checks Redis this way."""
        await self._redis.send(channel, message)

    async def receive(self, channel: str) -> dict[str, Any]:
        message: dict[str, Any] = await self._redis.receive(channel)
        return message

    async def group_add(self, group: str, channel: str) -> None:
        """Add a channel to a group. It gets the messages about everything stored after this call."""
        await self._redis.group_add(group, channel)
        loop = asyncio.get_running_loop()
        if loop not in self._processes:
            self._processes[loop] = _Process(self._redis)
        process = self._processes[loop]
        members = process.members.setdefault(group, set())
        members.add(channel)
        if len(members) > 1:
            return
        try:
            await process.announce([group])
        except BaseException:  # the socket won't open, so nothing else would remove it
            await self.group_discard(group, channel)
            raise

    async def group_discard(self, group: str, channel: str) -> None:
        """Remove a channel from a group, also while Redis can't be reached.

        Without members this process stops listening to the others.
        """
        with _logged_errors("A group can't be left"):
            await self._redis.group_discard(group, channel)
        process = self._process()
        if process is None or channel not in process.members.get(group, ()):
            return
        process.members[group].remove(channel)
        if not process.members[group]:
            del process.members[group]
        if not process.members:
            del self._processes[asyncio.get_running_loop()]
            await process.stop()

    async def group_send(self, group: str, message: Message) -> None:
        """Send a message to the members of a group, through Redis only if another process may have one."""
        process = self._process()
        if process is None or process.neighbors.may_need(group, _now()):
            await self._redis.group_send(group, message)
            return
        content = self._redis.serialize(message)
        process.neighbors.keep(group, message, _now())
        for channel in process.members.get(group, ()):
            queue = self._redis.channels.get(channel)
            if queue is not None:  # None if its socket has just been closed
                queue.put_nowait(content)

    async def flush(self) -> None:
        process = self._processes.pop(asyncio.get_running_loop(), None)
        if process is not None:
            await process.stop()
        await self._redis.flush()

    def _process(self) -> _Process | None:
        return self._processes.get(asyncio.get_running_loop())
