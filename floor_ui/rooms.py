"""Which room a page of the floor is about."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tables.models import Room


def chosen(request: HttpRequest) -> tuple[Room | None, list[Room]]:
    """The room that is asked for, else the first one, and all rooms by name. 404 for a number that is none."""
    rooms = list(Room.objects.order_by("name"))
    wanted = request.GET.get("room", "")
    numbered = wanted.isascii() and wanted.isdecimal() and len(wanted) < 10
    if numbered:
        return get_object_or_404(Room, pk=int(wanted)), rooms
    return next(iter(rooms), None), rooms
