"""The last room that a browser used, for addresses that name no room."""

from collections.abc import Sequence

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from staff.models import Room
from staff.sessions import LAST_ROOM


def remember_room(session: SessionBase, room: Room) -> None:
    """Store the room of a page, unless it is already stored."""
    if session.get(LAST_ROOM) != room.pk:
        session[LAST_ROOM] = room.pk


def last_room(session: SessionBase, rooms: Sequence[Room]) -> Room | None:
    """Return the room that this browser used last if it is one of `rooms`, else the first of them."""
    return _used_room(session, rooms) or next(iter(rooms), None)


def chosen_room(request: HttpRequest, rooms: Sequence[Room]) -> Room | None:
    """Return the room of `?room=` if it is one of `rooms`, else the room used last; None if neither applies.

    The room in the address is remembered, unless the page refreshes itself, because that page may be in another
    tab.
    """
    key = request.GET.get("room", "")
    room = next((room for room in rooms if str(room.pk) == key), None)
    if room is None:
        return _used_room(request.session, rooms)
    if "HX-Request" not in request.headers:
        remember_room(request.session, room)
    return room


def _used_room(session: SessionBase, rooms: Sequence[Room]) -> Room | None:
    used = session.get(LAST_ROOM)
    return next((room for room in rooms if str(room.pk) == str(used)), None)
