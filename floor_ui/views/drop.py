"""Views of drop boxes: pull, count blind, explain a difference, correct, print the slip."""

from collections.abc import Callable
from datetime import date
from typing import TypedDict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui.drop.pages import BoxPage, DropPage
from floor_ui.messages import is_about_role
from floor_ui.rooms import selected_room
from poker.amounts import to_cents
from poker.refusal import Refusal
from rulings.calls.projection import notify_floor
from rulings.guard import for_staff
from rulings.messages.refusals import http_status, refusal_message
from staff.models import Staff
from staff.permissions import may
from tables.drops import results
from tables.drops.boxes import BoxPickup, boxes_pull
from tables.models import Room
from tables.models.drops import DropBox, DropResult
from tables.staff_rooms import room_or_404, rooms_of
from web.printing.drop_slip import slip_pdf


@require_GET
@for_staff("tables.view_dropbox")
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the boxes to pull, to count, to explain and counted, by default of the first room."""
    room, _ = selected_room(request, staff)
    return _all(request, staff, room)


@require_POST
@for_staff("tables.view_dropbox")
def take(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Record a drop run: the boxes whose numbers were entered, all or none."""
    of = room_or_404(staff.user, room)
    data = request.POST
    try:
        boxes = boxes_pull(
            room=of,
            pickups=[
                BoxPickup(
                    table.pk,
                    data[f"box-{table.pk}"],
                    _parse_integer(data.get(f"last-{table.pk}", "0")),
                )
                for table in of.tables.all()
                if f"box-{table.pk}" in data
            ],
            shift=data.get("shift", ""),
            now=timezone.now(),
            **_credentials(request),
        )
    except Refusal as refusal:
        return _all(request, staff, of, refusal)
    notify_floor(room_id=of.pk, table_id=boxes[0].table_id)
    names = ", ".join(f"{box.number} from {box.table.name}" for box in boxes)
    messages.success(request, f"Pulled: {names}.")
    return redirect(f"{_at(of)}")


@require_GET
@for_staff("tables.view_dropbox")
def box(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show a box."""
    return _one(request, staff, _box(staff, pk))


@require_POST
@for_staff("tables.view_dropbox")
def count(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record one agent's count. The response contains nothing of this count or the other agent's."""

    def act(box: DropBox) -> str:
        data = _parse_count(request, box)
        round_ = _parse_integer(request.POST.get("round", ""))
        after = results.count_record(box=box, round_=round_, now=timezone.now(), **data)
        if after.first is None:
            return f"Box {box.number}: the counts don't match. Both count again."
        if after.agreed is None:
            return f"Box {box.number}: first count in. Someone else counts next."
        if results.last_result(box) is None:
            return f"Box {box.number}: the counts match. Explain the variance from the log."
        return f"Box {box.number} is counted."

    return _acted(request, staff, pk, act)


@require_POST
@for_staff("tables.view_dropbox")
def explain(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record a supervisor's explanation of a difference between counted and logged; this closes the box."""

    def act(box: DropBox) -> str:
        reason = request.POST.get("reason", "")
        results.difference_explain(
            box=box, reason=reason, now=timezone.now(), **_credentials(request)
        )
        return f"Box {box.number} is counted and the variance explained."

    return _acted(request, staff, pk, act)


@require_POST
@for_staff("tables.view_dropbox")
def correct(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record a manager's correction as a separate record."""

    def act(box: DropBox) -> str:
        about = get_object_or_404(
            DropResult, pk=_parse_integer(request.POST.get("about", "")), box=box
        )
        reason = request.POST.get("reason", "")
        results.result_correct(
            result=about, reason=reason, now=timezone.now(), **_parse_count(request, box)
        )
        return f"Correction to box {box.number} recorded. The count itself doesn't change."

    return _acted(request, staff, pk, act)


@require_GET
@for_staff("tables.view_dropbox")
def slip(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Return the drop slip as PDF, of the correction if there is one."""
    box = _box(staff, pk)
    result = results.last_result(box)
    if result is None:
        raise Refusal("not_counted", "", number=box.number)
    first = box.results.get(about=None)
    paper = slip_pdf(result=result, counts=results.agreed_counts(box, first.round))
    name = f"drop-{box.day:%Y%m%d}-{box.table.name}-{box.number}.pdf"
    return HttpResponse(
        paper,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


def _all(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    now = timezone.now()
    context: dict[str, object] = {
        "staff": staff,
        "selected_room": room,
        "rooms": list(rooms_of(staff.user)),
        "room": room
        if may(staff, "rulings.view_ruling")
        else None,  # the socket is only for staff who see calls
        "page": DropPage(room, staff, now, request.POST, _day(request)) if room else None,
        "refused": refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    return render(
        request, "floor_ui/drop.html", context, status=http_status(refusal) if refusal else 200
    )


def _day(request: HttpRequest) -> date | None:
    """Return the requested day; None for the last days, and if it is not a date."""
    try:
        return date.fromisoformat(request.GET.get("day", ""))
    except ValueError:
        return None


def _one(
    request: HttpRequest, staff: Staff, box: DropBox, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, object] = {
        "staff": staff,
        "room": box.room if may(staff, "rulings.view_ruling") else None,
        "page": BoxPage(box, staff, request.POST),
        "refused": refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    return render(
        request, "floor_ui/box.html", context, status=http_status(refusal) if refusal else 200
    )


def _acted(
    request: HttpRequest, staff: Staff, pk: int, act: Callable[[DropBox], str]
) -> HttpResponse:
    box = _box(staff, pk)
    try:
        message = act(box)
    except Refusal as refusal:
        return _one(request, staff, box, refusal)
    notify_floor(room_id=box.room_id, table_id=box.table_id)
    messages.success(request, message)
    return redirect(_at(box.room))


def _box(staff: Staff, pk: int) -> DropBox:
    rows = DropBox.objects.select_related("room", "table", "taken_by", "previous")
    return get_object_or_404(rows.filter(room__in=rooms_of(staff.user)), pk=pk)


def _at(room: Room) -> str:
    return f"/floor/drop/?room={room.pk}"


class Signature(TypedDict):
    """Badge and PIN of who signs."""

    badge: str
    pin: str


class SignedCount(Signature):
    """numbers: chip value in cents, and how many; total: cents."""

    numbers: list[tuple[int, int]]
    total: int


def _parse_count(request: HttpRequest, box: DropBox) -> SignedCount:
    """Return chips and total as entered; an empty field is zero. Raises `Refusal`: `not_an_amount`, `bad_pieces`."""
    numbers = [(value, _parse_pieces(request.POST.get(f"n-{value}", ""))) for value in box.chips]
    total = to_cents(request.POST.get("total", ""), least=0)
    return {"numbers": numbers, "total": total, **_credentials(request)}


def _parse_pieces(text: str) -> int:
    plain = text.strip().replace(",", "")
    if not plain:
        return 0
    if not (plain.isascii() and plain.isdecimal() and len(plain) < 8):
        raise Refusal("bad_pieces")
    return int(plain)


def _parse_integer(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else -1


def _credentials(request: HttpRequest) -> Signature:
    return {
        "badge": request.POST.get("badge", "").strip()[:10],
        "pin": request.POST.get("pin", "")[:8],
    }
