"""Sends messages to groups of screens after the commit."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import Future

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from web.live_watch import LAYER_ERRORS, log_layer_error

UNSENT = "Screens could not be told of a change"
_socket_loop: list[asyncio.AbstractEventLoop] = []


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
    layer = get_channel_layer()
    if _socket_loop and _socket_loop[0].is_running():
        # Run in the event loop of the sockets without waiting. From another loop, the in-memory layer
        # would deliver 50 ms late.
        sending = asyncio.run_coroutine_threadsafe(
            layer.group_send(group_name, message), _socket_loop[0]
        )
        sending.add_done_callback(_log_failure)
        return
    try:
        async_to_sync(layer.group_send)(group_name, message)
    except LAYER_ERRORS as error:
        log_layer_error(UNSENT, error)


def _log_failure(sending: Future[None]) -> None:
    """Log why a message could not be sent."""
    if not sending.cancelled() and (error := sending.exception()) is not None:
        log_layer_error(UNSENT, error)
