"""Views for breaking a table: the page before the draw, and the result."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui import messages
from floor_ui.tables.breaking import BreakForm, BreakPage
from poker.refusal import Refusal
from staff.models import Staff
from staff.permissions import may, require
from tables.models import Table
from tables.table_names import table_of_page
from waitlist.breaking import table_break
from web.guard import for_staff
from web.messages.refusals import http_status, is_about_role
from web.rooms import selected_room, with_room_in_address


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
@with_room_in_address
def page(request: HttpRequest, staff: Staff, name: str) -> HttpResponse:
    """Show the page before the draw, or the result after it."""
    return _page(request, staff, _table(request, staff, name))


@require_POST
@for_staff("rulings.view_ruling", "tables.keep_lists")
def draw(request: HttpRequest, staff: Staff, name: str) -> HttpResponse:
    """Draw seats, move the players and close the table, all or nothing."""
    table = _table(request, staff, name)
    try:
        require(staff, "tables.supervise")
        form = BreakForm.read(request.POST)
        table_break(
            room_id=table.room_id,
            breaking=form.breaking(table),
            command_id=form.command,
            actor=staff.key,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _page(request, staff, _table(request, staff, name), refusal)
    room = f"?room={request.GET['room']}" if "room" in request.GET else ""
    return redirect(reverse("floor:break", args=[table.name]) + room)


def _table(request: HttpRequest, staff: Staff, name: str) -> Table:
    room, _ = selected_room(request, staff)
    pk = request.POST.get("id", "")
    table = table_of_page(name=name, pk=pk, room=room) if room else None
    if table is None:
        raise Http404
    return table


def _page(
    request: HttpRequest, staff: Staff, table: Table, refusal: Refusal | None = None
) -> HttpResponse:
    now = timezone.now()
    ticked = request.POST.getlist("to") if refusal else None
    context = {
        "staff": staff,
        "room": table.room,
        "now": now,
        "page": BreakPage(table, now, ticked),
        "may_break": may(staff, "tables.supervise"),
        "typed": {key: request.POST.get(key, "")[:200] for key in request.POST},
        "refused": messages.refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/break.html", context, status=status)
