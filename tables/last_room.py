"""The room that a browser used last, for addresses without one."""

from django.contrib.sessions.backends.base import SessionBase

from staff.sessions import LAST_ROOM
from tables.models import Room


def remember_room(session: SessionBase, room: Room) -> None:
    """Store the room of a page; nothing is written if it is the stored one."""
    if session.get(LAST_ROOM) != room.pk:
        session[LAST_ROOM] = room.pk


def last_room(session: SessionBase, rooms: list[Room]) -> Room | None:
    """Return the room that this browser used last if it is one of these, else the first of them."""
    used = session.get(LAST_ROOM)
    return next((room for room in rooms if room.pk == used), next(iter(rooms), None))
