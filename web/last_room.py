"""The room that a browser used last, for addresses without one."""

from collections.abc import Sequence

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from staff.models import Room
from staff.sessions import LAST_ROOM


def remember_room(session: SessionBase, room: Room) -> None:
    """Store the room of a page; nothing is written if it is the stored one."""
    if session.get(LAST_ROOM) != room.pk:
        session[LAST_ROOM] = room.pk


def last_room(session: SessionBase, rooms: Sequence[Room]) -> Room | None:
    """Return the room that this browser used last if it is one of these, else the first of them."""
    return _used_room(session, rooms) or next(iter(rooms), None)


def chosen_room(request: HttpRequest, rooms: Sequence[Room]) -> Room | None:
    """Return the room of `?room=` if it is one of these, else the one used last; None if neither is.

    The room that the address names is remembered, unless the page fetches itself again: it may be in another tab.
    """
    wanted = request.GET.get("room", "")
    room = next((room for room in rooms if str(room.pk) == wanted), None)
    if room is None:
        return _used_room(request.session, rooms)
    if "HX-Request" not in request.headers:
        remember_room(request.session, room)
    return room


def _used_room(session: SessionBase, rooms: Sequence[Room]) -> Room | None:
    used = session.get(LAST_ROOM)
    return next((room for room in rooms if str(room.pk) == str(used)), None)
