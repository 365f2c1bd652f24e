"""The room in the path of an endpoint."""

from rest_framework.request import Request

from poker.refusal import Refusal
from staff.models import Room
from web.api.endpoint import caller

ROOM = {"room": "Room number."}  # the path parameter's description


def room_of(request: Request, room: int) -> int:
    """Return the room. Raises `Refusal`: `not_found` unless the caller may see it."""
    if not caller(request).within(Room.objects.filter(pk=room), "pk").exists():
        raise Refusal("not_found")
    return room
