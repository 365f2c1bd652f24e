"""Views of absent players: who is away, picking up chips, the slip, and returning chips."""

from typing import Annotated
from uuid import uuid4

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from absences.models import PickedUpStack
from absences.stack_slip import slip_pdf
from absences.stacks import REASONS, stack_pick_up, stack_return
from floor_ui.absences.pages import AbsencesPage, PickUpPage, stack_lines
from poker.formatting import money
from poker.refusal import Refusal
from staff.models import Staff
from staff.permissions import may
from staff.staff_rooms import rooms_of
from tables.models import Table
from web.guard import for_staff
from web.messages.refusals import http_status, is_about_role, refusal_message
from web.posted import Posted, Signed, amount, choice, command_id
from web.rooms import selected_room, with_room_in_address


class PickUpForm(Posted):
    """The counted chips in cents, and why they are picked up."""

    command: Annotated[str, command_id(40)]
    amount: Annotated[int, amount(least=1, longest=20)]
    reason: Annotated[str, choice(tuple(REASONS), Refusal("pick_up_reason", "H-53"))]


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show who is away in a room, and the chips that the house holds."""
    room, rooms = selected_room(request, staff)
    if room is None:
        raise Http404
    now = timezone.now()
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": now,
        "page": AbsencesPage(room, staff, now),
    }
    return render(request, "floor_ui/absences/index.html", context)


@require_GET
@for_staff("tables.supervise")
def pick_up(request: HttpRequest, staff: Staff, pk: int, seat: int) -> HttpResponse:
    """Show the form for picking up an absent player's chips."""
    table = _table(staff, pk)
    return _pick_up_page(request, staff, table, seat)


@require_POST
@for_staff("tables.supervise")
def picked_up(request: HttpRequest, staff: Staff, pk: int, seat: int) -> HttpResponse:
    """Pick up the chips, and show the stack with its slip."""
    table = _table(staff, pk)
    try:
        form = PickUpForm.read(request.POST)
        result = stack_pick_up(
            table=table,
            seat=seat,
            amount=form.amount,
            reason=next(key for key in REASONS if key == form.reason),
            command_id=form.command,
            actor=staff.key,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _pick_up_page(request, staff, table, seat, refusal)
    stack = PickedUpStack.objects.filter(table=table, seat=seat).first()
    if stack is None:
        raise AssertionError(f"entry {result.seq} stored no picked-up stack")
    return redirect("floor:stack", stack.pk)


def _pick_up_page(
    request: HttpRequest,
    staff: Staff,
    table: Table,
    seat: int,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """Return the form; without an absent player, the page with the refusal."""
    try:
        page = PickUpPage(table, seat, timezone.now())
    except Refusal as nobody:
        page = None
        refusal = refusal or nobody
    context = {
        "staff": staff,
        "room": table.room,
        "now": timezone.now(),
        "page": page,
        "command": uuid4(),
        "typed": request.POST.get("amount", "")[:20],
        "reason": request.POST.get("reason", page.chosen if page else ""),
        "refused": refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/absences/pick_up.html", context, status=status)


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
def stack(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show a picked-up stack."""
    return _stack_page(request, staff, _stack(staff, pk))


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
def slip(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Return the slip of a picked-up stack as PDF."""
    held = _stack(staff, pk)
    name = f"chips-{held.number}.pdf"
    return HttpResponse(
        slip_pdf(held),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


@require_POST
@for_staff("rulings.view_ruling", "tables.keep_lists")
def give_back(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record that the player collected the chips."""
    held = _stack(staff, pk)
    form = Signed.read(request.POST)
    try:
        stack_return(stack=held, now=timezone.now(), **form.signature)
    except Refusal as refusal:
        return _stack_page(request, staff, held, refusal)
    flash.success(request, f"{held.owner.alias} collected {money(held.amount)}.")
    return redirect(_index(held.table))


def _stack_page(
    request: HttpRequest, staff: Staff, held: PickedUpStack, refusal: Refusal | None = None
) -> HttpResponse:
    context = {
        "staff": staff,
        "room": held.table.room,
        "now": timezone.now(),
        "line": stack_lines([held])[0],
        "may_return": may(staff, "tables.supervise"),
        "refused": refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/absences/stack.html", context, status=status)


def _table(staff: Staff, pk: int) -> Table:
    rows = Table.objects.select_related("room", "stream")
    return get_object_or_404(rows, pk=pk, room__in=rooms_of(staff.user))


def _stack(staff: Staff, pk: int) -> PickedUpStack:
    rows = PickedUpStack.objects.select_related("table__room", "player__merged_into")
    return get_object_or_404(rows, pk=pk, table__room__in=rooms_of(staff.user))


def _index(table: Table) -> str:
    return f"{reverse('floor:absences')}?room={table.room_id}"
