"""Breaking a table: the page before the draw, and the draw as it fell."""

from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui import words
from floor_ui.guard import of_tables
from floor_ui.rooms import chosen
from floor_ui.tables.breaking import BreakPage, breaking_of
from floor_ui.tables.roles import may_act, must_act
from poker.refusal import Refusal
from tables.lists.breaking import table_break
from tables.models import Staff, Table


@require_GET
@of_tables
def page(request: HttpRequest, staff: Staff, name: str) -> HttpResponse:
    """Before the draw; after it, what it was."""
    return _page(request, staff, _table(request, name))


@require_POST
@of_tables
def draw(request: HttpRequest, staff: Staff, name: str) -> HttpResponse:
    """Draw, move everybody, close: all of it or nothing."""
    found = _table(request, name)
    try:
        must_act(staff, "close")
        table_break(
            room_id=found.room_id,
            breaking=breaking_of(found, request.POST),
            command_id=request.POST.get("command", "")[:40] or str(uuid4()),
            actor=staff.key,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _page(request, staff, _table(request, name), refusal)
    room = f"?room={request.GET['room']}" if "room" in request.GET else ""
    return redirect(reverse("floor:break", args=[name]) + room)


def _table(request: HttpRequest, name: str) -> Table:
    room, _ = chosen(request)
    rows = Table.objects.select_related("stream", "plaque", "room")
    found = rows.filter(room=room, name=name).first() if room else None
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, staff: Staff, found: Table, refusal: Refusal | None = None
) -> HttpResponse:
    now = timezone.now()
    ticked = request.POST.getlist("to") if refusal else None
    context = {
        "staff": staff,
        "room": found.room,
        "several": chosen(request)[1][1:],
        "now": now,
        "page": BreakPage(found, now, ticked),
        "may": may_act(staff, "close"),
        "typed": {key: request.POST.get(key, "")[:200] for key in request.POST},
        "refused": words.sentence(refusal) if refusal else "",
    }
    status = words.status(refusal) if refusal else 200
    return render(request, "floor_ui/break.html", context, status=status)
