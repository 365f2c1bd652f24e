"""The channel group of a room's floor screens, and the notification of a change at a table."""

from functools import partial

from django.db import transaction

from web import broadcast


def floor_group(room_id: int) -> str:
    """Return the group that a room's floor screens join."""
    return f"floor.{room_id}"


def notify_floor(*, room_id: int, table_id: int) -> None:
    """Notify the floor's screens of a change at a table, after the commit."""
    message = {"type": "floor.changed", "table": table_id, "room": room_id}
    send = partial(broadcast.send, floor_group(room_id), message)
    transaction.on_commit(send, robust=True)
