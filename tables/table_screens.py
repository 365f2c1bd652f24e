"""Sends stored events to the screens of a table, numbered, after the commit."""

from dataclasses import dataclass
from typing import TypedDict

import msgspec
from django.utils import timezone

from journal.effects import AnyCommand
from journal.unix_time import milliseconds
from web import broadcast


def group(table_id: int) -> str:
    """Return the channel group of a table's screens."""
    return f"table.{table_id}"


def map_group(room_id: int) -> str:
    """Return the channel group of a room's maps; floor calls have a separate group."""
    return f"map.{room_id}"


def device_group(device_id: int) -> str:
    """Return the channel group of one tablet's sockets."""
    return f"device.{device_id}"


@dataclass(frozen=True, slots=True)
class Entries:
    """The result of one command: encoded events, and the time of the command in Unix milliseconds."""

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
    """The message about a stored command to a table's sockets; the entries are JSON text."""

    type: str
    prev: int
    seq: int
    entries: str


class DeviceGone(TypedDict):
    """The message to the sockets of a tablet that was revoked or paired again. at: when, in Unix milliseconds."""

    type: str
    at: int


def send_entries(stored: AnyCommand) -> None:
    """Send the entries of a command, with the number of the entry before it, so that clients detect gaps.

    The entries are sent as JSON text, because the in-memory layer deep-copies a message for every socket. The view is
    not sent: it is ten times as long, and only a page without the engine needs it.
    """
    table = group(stored.stream_id)
    if not broadcast.has_listeners(table):
        return
    entries = Entries(
        command=stored.command_id,
        at=milliseconds(stored.now),
        device=stored.device,
        events=stored.encoded,
    )
    message: EntriesEvent = {
        "type": "table.view",  # during an upgrade, consumers of both versions handle it
        "prev": stored.prev,
        "seq": stored.seq,
        "entries": entries.encode(),
    }
    broadcast.send(table, message)


def send_refresh(*, table_id: int) -> None:
    """Notify the screens of a table that something outside the log has changed, so that they refresh."""
    broadcast.send(group(table_id), {"type": "table.look"})


def device_gone(*, device_id: int) -> None:
    """Close the sockets of a tablet whose pairing was revoked."""
    message: DeviceGone = {"type": "device.gone", "at": milliseconds(timezone.now())}
    broadcast.send(device_group(device_id), message)
