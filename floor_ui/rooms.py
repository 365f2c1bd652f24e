"""The room of a floor page."""

from django.http import HttpRequest

from staff.models import Staff
from tables.models import Room
from tables.staff_rooms import room_or_404, rooms_of


def selected_room(request: HttpRequest, staff: Staff) -> tuple[Room | None, list[Room]]:
    """Return the requested room, else the first one, and the rooms where the viewer works, by name.

    Raises Http404 for a room where the viewer doesn't work, and for an unknown number.
    """
    rooms = list(rooms_of(staff.user))
    wanted = request.GET.get("room", "")
    numbered = wanted.isascii() and wanted.isdecimal() and len(wanted) < 10
    if numbered:
        return room_or_404(staff.user, int(wanted)), rooms
    return next(iter(rooms), None), rooms
