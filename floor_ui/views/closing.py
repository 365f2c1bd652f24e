"""Views of closing a room: its checklist, and the action that closes tables and lists."""

from uuid import uuid4

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui import messages
from floor_ui.closing import ClosingPage, room_close
from floor_ui.tables.form_actions import ActForm
from staff.models import Staff
from staff.staff_rooms import rooms_of
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address


@require_GET
@for_staff("tables.supervise")
@with_room_in_address
def page(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show what is still open in a room."""
    room, rooms = selected_room(request, staff)
    if room is None:
        raise Http404
    now = timezone.now()
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": now,
        "page": ClosingPage(room, now),
        "command": uuid4(),
    }
    return render(request, "floor_ui/closing.html", context)


@require_POST
@for_staff("tables.supervise")
def close(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Close the tables and lists of a room, and show what could not be closed."""
    selected = get_object_or_404(rooms_of(staff.user), pk=room)
    refused = room_close(
        room=selected,
        command_id=ActForm.read(request.POST).command,
        actor=staff.key,
        now=timezone.now(),
    )
    for name, refusal in refused:
        flash.warning(request, f"{name}: {messages.refusal_message(refusal)}")
    return redirect(f"{reverse('floor:closing')}?room={selected.pk}")
