"""Sending of stored events to the screens of a table, numbered, after the commit."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypedDict

import msgspec
from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from journal.effects import AnyCommand
from journal.unix_time import milliseconds
from tables.live_watch import LAYER_ERRORS, log_layer_error

NOT_TOLD = "Screens could not be told of a change"
_socket_loop: list[asyncio.AbstractEventLoop] = []


def group(table_id: int) -> str:
    """Return the channel group of a table's screens."""
    return f"table.{table_id}"


def map_group(room_id: int) -> str:
    """Return the channel group of a room's maps; floor calls have a separate group."""
    return f"map.{room_id}"


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Set the event loop that holds the WebSockets; messages are sent from it."""
    _socket_loop[:] = [loop]


def device_group(device_id: int) -> str:
    """Return the channel group of one tablet's sockets."""
    return f"device.{device_id}"


@dataclass(frozen=True, slots=True)
class Entries:
    """What one command stored: encoded events, and when it happened in Unix milliseconds."""

    command: str
    at: int
    device: str
    events: tuple[tuple[str, int, bytes], ...]

    def encode(self) -> str:
        """Return the command as JSON fields. An event's data names the event, so its name is left out."""
        head = {
            "command": self.command,
            "at": self.at,
            "device": self.device,
            "version": self.events[0][1],
            "events": [msgspec.Raw(data) for _, _, data in self.events],
        }
        return msgspec.json.encode(head).decode()


class EntriesEvent(TypedDict):
    """The message that tells a table's sockets of a stored command; the entries are JSON text."""

    type: str
    prev: int
    seq: int
    entries: str


def send_entries(stored: AnyCommand) -> None:
    """Send what a command stored, with the number of the entry before it, so that clients detect gaps.

    The entries are sent as JSON text, because the in-memory layer deep-copies a message for every socket. The view is
    not sent: it is ten times as long, and only a page without the engine needs it.
    """
    table = group(stored.stream_id)
    if not has_listeners(table):
        return
    entries = Entries(
        command=stored.command_id,
        at=milliseconds(stored.now),
        device=stored.device,
        events=stored.encoded,
    )
    message: EntriesEvent = {
        "type": "table.view",  # consumers of processes of both versions know it during an upgrade
        "prev": stored.prev,
        "seq": stored.seq,
        "entries": entries.encode(),
    }
    send(table, message)


def send_refresh(*, table_id: int) -> None:
    """Ask the screens of a table to refresh: something outside the log has changed."""
    send(group(table_id), {"type": "table.look"})


def device_gone(*, device_id: int) -> None:
    """Close the sockets of a tablet whose pairing was revoked."""
    send(device_group(device_id), {"type": "device.gone"})


def has_listeners(group_name: str) -> bool:
    """Return whether a group may have members.

    Only the in-memory layer knows; for other layers it is always true.
    """
    layer = get_channel_layer()
    return not isinstance(layer, InMemoryChannelLayer) or bool(layer.groups.get(group_name))


def send(group_name: str, message: Mapping[str, object]) -> None:
    """Send a message to a group from any thread; skipped if the in-memory layer has no members in it.

    A client that joins concurrently misses nothing: it subscribes before it reads the snapshot, and
    a message is sent only after its content was stored. Without Redis nothing is sent, and what was stored stays
    stored: `tables.live_watch` has told every page to ask by itself.
    """
    if not has_listeners(group_name):
        return
    layer = get_channel_layer()
    if _socket_loop and _socket_loop[0].is_running():
        # Run in the event loop of the sockets, without waiting: from another loop the in-memory layer
        # delivers 50 ms late.
        sending = asyncio.run_coroutine_threadsafe(
            layer.group_send(group_name, message), _socket_loop[0]
        )
        sending.add_done_callback(_log_failure)
        return
    try:
        async_to_sync(layer.group_send)(group_name, message)
    except LAYER_ERRORS as error:
        log_layer_error(NOT_TOLD, error)


def _log_failure(sending: Future[None]) -> None:
    """Log why a message was not sent."""
    if not sending.cancelled() and (error := sending.exception()) is not None:
        log_layer_error(NOT_TOLD, error)
