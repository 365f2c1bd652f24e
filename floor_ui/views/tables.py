"""The room's tables, and what is done with one of them."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui import words
from floor_ui.guard import of_tables
from floor_ui.rooms import chosen
from floor_ui.tables.acts import Asked, carry_out
from floor_ui.tables.listing import rows
from floor_ui.tables.page import TablePage
from floor_ui.tables.roles import ACTS, must_act
from poker.refusal import Refusal
from tables.models import Staff, Table


@require_GET
@of_tables
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """All tables; where there are several rooms, of the one that is asked for."""
    room, rooms = chosen(request)
    found = rows(room.pk) if room else []
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": timezone.now(),
        "open": [one for one in found if one.is_open],
        "shut": [one for one in found if not one.is_open],
    }
    return render(request, "floor_ui/tables.html", context)


@require_GET
@of_tables
def at(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """To the page of a table, by its number: in whatever room it is."""
    found = get_object_or_404(
        Table, stream__id=pk
    )  # by its field: a number too long for it is nobody's
    return redirect(f"{reverse('floor:table', args=[found.name])}?room={found.room_id}")


@require_GET
@of_tables
def table(request: HttpRequest, staff: Staff, name: str) -> HttpResponse:
    """One table."""
    return _page(request, staff, _table(request, name))


@require_POST
@of_tables
def act(request: HttpRequest, staff: Staff, name: str, act: str) -> HttpResponse:
    """Open, seat, draw, lock up, put up, close: one action, or the page with what is wrong and what was typed."""
    found = _table(request, name)
    if act not in ACTS:
        raise Http404
    asked = Asked(
        table=found,
        staff=staff,
        form=request.POST,
        command_id=request.POST.get("command", "")[:40] or str(uuid4()),
        now=timezone.now(),
    )
    try:
        must_act(staff, act)
        result = carry_out(act, asked)
    except Refusal as refusal:
        return _page(request, staff, _table(request, name), act, refusal)
    if result is not None and result.warning is not None:
        messages.warning(request, words.sentence(result.warning))
    room = f"?room={request.GET['room']}" if "room" in request.GET else ""
    return redirect(reverse("floor:table", args=[name]) + room)


def _table(request: HttpRequest, name: str) -> Table:
    room, _ = chosen(request)
    found = Table.objects.select_related("stream", "plaque", "room")
    one = found.filter(room=room, name=name).first() if room else None
    if one is None:
        raise Http404
    return one


def _page(
    request: HttpRequest,
    staff: Staff,
    found: Table,
    act: str = "",
    refusal: Refusal | None = None,
) -> HttpResponse:
    now = timezone.now()
    typed = {key: request.POST.get(key, "")[:2000] for key in request.POST} if act else {}
    context = {
        "staff": staff,
        "room": found.room,
        "several": chosen(request)[1][1:],
        "now": now,
        "page": TablePage(found, staff, now),
        "act": act,
        "typed": typed,
        "chosen": request.POST.getlist("name"),
        "refused": words.sentence(refusal) if refusal else "",
    }
    status = words.status(refusal) if refusal else 200
    return render(request, "floor_ui/table.html", context, status=status)
