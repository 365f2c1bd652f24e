"""Views of the room's tables and their actions."""

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui import messages
from floor_ui.amounts import amounts_at
from floor_ui.tables.act_permissions import ACTS
from floor_ui.tables.form_actions import ActForm, TableAction, execute_action
from floor_ui.tables.page import TablePage
from floor_ui.tables.table_list import rows
from poker.refusal import Refusal
from staff.models import Staff
from staff.permissions import may, require
from staff.staff_rooms import rooms_of
from tables.models import Table
from tables.table_names import other_table_by_name, table_of_page
from web.addresses import address
from web.guard import for_staff
from web.messages.refusals import http_status, is_about_role
from web.rooms import selected_room, with_room_in_address


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show all tables of a room, by default of the room used last."""
    room, rooms = selected_room(request, staff)
    table_rows = rows(room.pk) if room else []
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": timezone.now(),
        "open_tables": [table_row for table_row in table_rows if table_row.is_open],
        "may_close": may(staff, "tables.supervise"),
        "closed_tables": [table_row for table_row in table_rows if not table_row.is_open],
    }
    return render(request, "floor_ui/tables.html", context)


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
def at(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Redirect to a table's page by its number, in any room."""
    # This uses the field's own lookup, so that a number too large for it matches no table.
    table = get_object_or_404(Table.every, stream__id=pk, room__in=rooms_of(staff.user))
    if table.kind != Table.Kind.POKER:
        return redirect(address("banked table", pk))
    return redirect(f"{reverse('floor:table', args=[table.name])}?room={table.room_id}")


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
@with_room_in_address
def table(request: HttpRequest, staff: Staff, name: str) -> HttpResponse:
    """Show a table. A URL with a former name redirects to the current one."""
    room, _ = selected_room(request, staff)
    banked = other_table_by_name(name, room)
    if banked is not None:
        return redirect(address("banked table", banked.pk))
    at = _table(request, staff, name)
    if at.name != name:
        return redirect(f"{reverse('floor:table', args=[at.name])}?room={at.room_id}")
    return _page(request, staff, at)


@require_POST
@for_staff("rulings.view_ruling", "tables.keep_lists")
def act(request: HttpRequest, staff: Staff, name: str, act: str) -> HttpResponse:
    """Execute an action (open, seat, draw, lock up, post, close), or show the page with the refusal and the input."""
    table = _table(request, staff, name)
    if act not in ACTS:
        raise Http404
    action = TableAction(
        table=table,
        staff=staff,
        posted=request.POST,
        command_id=ActForm.read(request.POST).command,
        now=timezone.now(),
    )
    try:
        require(staff, ACTS[act])
        with amounts_at(table):
            result = execute_action(act, action)
    except Refusal as refusal:
        return _page(request, staff, _table(request, staff, name), act, refusal)
    if result is not None and result.warning is not None:
        flash.warning(request, messages.refusal_message(result.warning))
    room = f"?room={request.GET['room']}" if "room" in request.GET else ""
    return redirect(reverse("floor:table", args=[table.name]) + room)


def _table(request: HttpRequest, staff: Staff, name: str) -> Table:
    room, _ = selected_room(request, staff)
    pk = request.POST.get("id", "")
    table = table_of_page(name=name, pk=pk, room=room) if room else None
    if table is None:
        raise Http404
    return table


def _page(
    request: HttpRequest,
    staff: Staff,
    table: Table,
    act: str = "",
    refusal: Refusal | None = None,
) -> HttpResponse:
    with amounts_at(table):
        return _table_page(request, staff, table, act, refusal)


def _table_page(
    request: HttpRequest, staff: Staff, table: Table, act: str, refusal: Refusal | None
) -> HttpResponse:
    now = timezone.now()
    typed = {key: request.POST.get(key, "")[:2000] for key in request.POST} if act else {}
    context = {
        "staff": staff,
        "room": table.room,
        "now": now,
        "page": TablePage(table, staff, now),
        "act": act,
        "typed": typed,
        "chosen": request.POST.getlist("name"),
        "winners": request.POST.getlist("winner"),
        "refused": messages.refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/table.html", context, status=status)
