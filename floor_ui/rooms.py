"""The room of a floor page."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tables.models import Room


def selected_room(request: HttpRequest) -> tuple[Room | None, list[Room]]:
    """Return the requested room, else the first one, and all rooms by name. Raises 404 for an unknown number."""
    rooms = list(Room.objects.order_by("name"))
    wanted = request.GET.get("room", "")
    numbered = wanted.isascii() and wanted.isdecimal() and len(wanted) < 10
    if numbered:
        return get_object_or_404(Room, pk=int(wanted)), rooms
    return next(iter(rooms), None), rooms
