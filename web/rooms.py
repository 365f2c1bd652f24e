"""The room of a floor page."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from staff.models import Room, Staff
from staff.staff_rooms import room_or_404, rooms_of
from web.last_room import last_room, remember_room

View = Callable[..., HttpResponse]


def selected_room(request: HttpRequest, staff: Staff) -> tuple[Room | None, list[Room]]:
    """Return the requested room, else the one used last, else the first; and the viewer's rooms, by name.

    Raises Http404 for an unknown number and for a room in which the viewer does not work.
    """
    rooms = list(rooms_of(staff.user))
    key = request.GET.get("room", "")
    room = (
        room_or_404(staff.user, int(key)) if _is_number(key) else last_room(request.session, rooms)
    )
    # A page that refreshes itself may be in another tab, so its room is not remembered.
    if room is not None and "HX-Request" not in request.headers:
        remember_room(request.session, room)
    return room, rooms


def with_room_in_address(view: View) -> View:
    """Redirect a request that names no room to the address of the room used last.

    A live page fetches its own address again. It must stay in its room while another tab uses another room.
    """

    @wraps(view)
    def in_room(request: HttpRequest, staff: Staff, *args: object, **named: object) -> HttpResponse:
        if request.method == "GET" and not _is_number(request.GET.get("room", "")):
            room, rooms = selected_room(request, staff)
            if room is not None and len(rooms) > 1:
                query = request.GET.copy()
                query["room"] = str(room.pk)
                return redirect(f"{request.path}?{query.urlencode()}")
        return view(request, staff, *args, **named)

    return in_room


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
