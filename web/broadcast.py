"""Sends messages to groups of screens after the commit."""

import asyncio
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from web.live_watch import LAYER_ERRORS, log_layer_error

UNSENT = "Screens could not be notified of a change"
Message = tuple[str, Mapping[str, object]]  # the name of the group, and what its members get
_socket_loop: list[asyncio.AbstractEventLoop] = []


class _Collected(threading.local):
    """The messages that this thread will send together; None if it sends each immediately."""

    messages: list[Message] | None = None


_collected = _Collected()
_tasks: set[asyncio.Task[None]] = (
    set()
)  # those in progress; the event loop keeps only weak references


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Set the event loop that runs the WebSockets. Messages are sent from it."""
    _socket_loop[:] = [loop]


def has_listeners(group_name: str) -> bool:
    """Return whether a group may have members.

    Only the in-memory layer knows its members. For other layers the result is always true.
    """
    layer = get_channel_layer()
    return not isinstance(layer, InMemoryChannelLayer) or bool(layer.groups.get(group_name))


def send(group_name: str, message: Mapping[str, object]) -> None:
    """Send a message to a group from any thread, unless the in-memory layer has no members in it.

    A client that joins at the same time misses nothing: it subscribes before it reads the snapshot, and a message
    is sent only after its content is stored. Without Redis nothing is sent, but what was stored stays stored.
    `web.live_watch` has then notified every page to poll.
    """
    if not has_listeners(group_name):
        return
    if _collected.messages is not None:
        _collected.messages.append((group_name, message))
        return
    _send_all([(group_name, message)])


@contextmanager
def sent_together() -> Generator[None]:
    """Send the messages of this thread in order when the block ends, so that they wake the event loop once."""
    messages: list[Message] = []
    _collected.messages = messages
    try:
        yield
    finally:
        _collected.messages = None
        if messages:
            _send_all(messages)


def _send_all(messages: list[Message]) -> None:
    if _socket_loop and _socket_loop[0].is_running():
        # Run in the event loop of the sockets without waiting. From another loop, the in-memory layer
        # would deliver 50 ms late.
        _socket_loop[0].call_soon_threadsafe(_start_sending, messages)
        return
    for group_name, message in messages:
        async_to_sync(_send)(group_name, message)


def _start_sending(messages: list[Message]) -> None:
    """Send messages from this event loop, each in a task of its own, so that a bug in one stops no other."""
    loop = asyncio.get_running_loop()
    for group_name, message in messages:
        task = loop.create_task(_send(group_name, message))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


async def _send(group_name: str, message: Mapping[str, object]) -> None:
    """Send a message; log that Redis could not be reached."""
    try:
        await get_channel_layer().group_send(group_name, message)
    except LAYER_ERRORS as error:
        log_layer_error(UNSENT, error)
