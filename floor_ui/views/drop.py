"""Drop boxes: take them, count them blind, explain a difference, correct, print the slip."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from documents.slip import slip_pdf
from drops import results
from drops.boxes import Taking, boxes_take
from drops.models import Box, Result
from drops.roles import must
from floor_ui.drop.guard import of_drop, refused_page, said, status
from floor_ui.drop.pages import BoxPage, DropPage
from floor_ui.fields import cents
from floor_ui.rooms import chosen
from poker.refusal import Refusal
from rulings.calls.roles import may as may_floor
from rulings.calls.watching import tell_floor
from tables.models import Room, Staff


@require_GET
@of_drop
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Boxes to take, to count, to explain, counted; where there are several rooms, of the one that is asked for."""
    room, _ = chosen(request)
    return _all(request, staff, room)


@require_POST
@of_drop
def take(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """A round through the room: the boxes whose numbers are written, all or none."""
    of = get_object_or_404(Room, pk=room)
    sent = request.POST
    try:
        made = boxes_take(
            room=of,
            taken=[
                Taking(table.pk, sent[f"box-{table.pk}"], _whole(sent.get(f"last-{table.pk}", "0")))
                for table in of.tables.all()
                if f"box-{table.pk}" in sent
            ],
            shift=sent.get("shift", ""),
            now=timezone.now(),
            **_by(request),
        )
    except Refusal as refusal:
        return _all(request, staff, of, refusal)
    tell_floor(room_id=of.pk, table_id=made[0].table_id)
    names = ", ".join(f"{box.number} of {box.table.name}" for box in made)
    messages.success(request, f"Taken: {names}.")
    return redirect(f"{_at(of)}")


@require_GET
@of_drop
def box(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """One box."""
    return _one(request, staff, _box(pk))


@require_POST
@of_drop
def count(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """One agent's count. The answer has nothing of it, and nothing of the other's."""

    def act(found: Box) -> str:
        sent = _counted(request, found)
        round_ = _whole(request.POST.get("round", ""))
        after = results.count_record(box=found, round_=round_, now=timezone.now(), **sent)
        if after.first is None:
            return f"Box {found.number}: the two counts differ. Both count again."
        if after.agreed is None:
            return f"Box {found.number}: the first count is in. Somebody else counts now."
        if results.last_result(found) is None:
            return f"Box {found.number}: both counts are equal. The difference to the log is to be explained."
        return f"Box {found.number} is counted."

    return _acted(request, staff, pk, act)


@require_POST
@of_drop
def explain(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """A supervisor says why counted and logged differ; that closes the box."""

    def act(found: Box) -> str:
        reason = request.POST.get("reason", "")
        results.difference_explain(box=found, reason=reason, now=timezone.now(), **_by(request))
        return f"Box {found.number} is counted, its difference explained."

    return _acted(request, staff, pk, act)


@require_POST
@of_drop
def correct(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """A manager's correction: a record of its own."""

    def act(found: Box) -> str:
        about = get_object_or_404(Result, pk=_whole(request.POST.get("about", "")), box=found)
        reason = request.POST.get("reason", "")
        results.result_correct(
            result=about, reason=reason, now=timezone.now(), **_counted(request, found)
        )
        return (
            f"The correction of box {found.number} is recorded. The count itself stays as it was."
        )

    return _acted(request, staff, pk, act)


@require_GET
@of_drop
def slip(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """The slip of what a box came to, as PDF; of a correction where there is one."""
    found = _box(pk)
    try:
        must(staff, "see")
        result = results.last_result(found)
        if result is None:
            raise Refusal("not_counted", "", number=found.number)
        first = found.results.get(about=None)
        paper = slip_pdf(result=result, counts=results.agreed_rows(found, first.round))
    except Refusal as refusal:
        return refused_page(request, refusal)
    name = f"drop-{found.day:%Y%m%d}-{found.table.name}-{found.number}.pdf"
    return HttpResponse(
        paper,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


def _all(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    now = timezone.now()
    context: dict[str, Any] = {
        "staff": staff,
        "of": room,
        "rooms": list(Room.objects.order_by("name")),
        "room": room if may_floor(staff, "see") else None,  # the socket is of who sees calls
        "page": DropPage(room, staff, now, request.POST, _day(request)) if room else None,
        "refused": said(refusal) if refusal else "",
    }
    return render(
        request, "floor_ui/drop.html", context, status=status(refusal) if refusal else 200
    )


def _day(request: HttpRequest) -> date | None:
    """The day whose counts are asked for; None for the last ones, and for what is no day."""
    try:
        return date.fromisoformat(request.GET.get("day", ""))
    except ValueError:
        return None


def _one(
    request: HttpRequest, staff: Staff, found: Box, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "staff": staff,
        "room": found.room if may_floor(staff, "see") else None,
        "page": BoxPage(found, staff, request.POST),
        "refused": said(refusal) if refusal else "",
    }
    return render(request, "floor_ui/box.html", context, status=status(refusal) if refusal else 200)


def _acted(request: HttpRequest, staff: Staff, pk: int, act: Callable[[Box], str]) -> HttpResponse:
    found = _box(pk)
    try:
        told = act(found)
    except Refusal as refusal:
        return _one(request, staff, found, refusal)
    tell_floor(room_id=found.room_id, table_id=found.table_id)
    messages.success(request, told)
    return redirect(_at(found.room))


def _box(pk: int) -> Box:
    return get_object_or_404(
        Box.objects.select_related("room", "table", "taken_by", "previous"), pk=pk
    )


def _at(room: Room) -> str:
    return f"/floor/drop/?room={room.pk}"


def _counted(request: HttpRequest, found: Box) -> dict[str, Any]:
    """Chips and total as typed; nothing typed is none of that chip. Refuses `bad_money`, `bad_pieces`."""
    numbers = [(value, _pieces(request.POST.get(f"n-{value}", ""))) for value in found.chips]
    total = cents(request.POST.get("total", ""))
    return {"numbers": numbers, "total": total, **_by(request)}


def _pieces(text: str) -> int:
    plain = text.strip().replace(",", "")
    if not plain:
        return 0
    if not (plain.isascii() and plain.isdecimal() and len(plain) < 8):
        raise Refusal("bad_pieces")
    return int(plain)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else -1


def _by(request: HttpRequest) -> dict[str, str]:
    return {
        "badge": request.POST.get("badge", "").strip()[:10],
        "pin": request.POST.get("pin", "")[:8],
    }
