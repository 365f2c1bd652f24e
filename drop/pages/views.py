"""Views of drop boxes: pull them, count them blind, explain a difference, correct a result, print the slip."""

from collections.abc import Callable
from datetime import date
from typing import Annotated

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from drop import results
from drop.boxes import BoxPickup, boxes_pull, kinds_at, tables_of
from drop.models import DropBox, DropResult
from drop.pages.drop_page import BoxPage, DropPage, box_key
from drop.slip import slip_pdf
from poker.refusal import Refusal
from staff.models import Room, Staff
from staff.permissions import may
from staff.staff_rooms import room_or_404, rooms_of
from web.floor_screens import notify_floor
from web.guard import for_staff
from web.messages.refusals import http_status, is_about_role, refusal_message
from web.posted import Signed, Text, Verbatim, amount, is_number, keyed, number, text
from web.rooms import selected_room, with_room_in_address


def pieces(typed: str) -> int:
    """Return the number of chips of one value. An empty field means 0."""
    plain = typed.strip().replace(",", "") or "0"
    if not is_number(plain, 7):
        raise Refusal("bad_pieces")
    return int(plain)


class PullForm(Signed):
    """A drop run."""

    box: Annotated[dict[str, str], keyed(text())]  # the number of each table's box
    # The last pulled box of each table on the sender's page.
    last: Annotated[dict[str, int], keyed(number(18, malformed=-1))]
    shift: Verbatim


class ReasonForm(Signed):
    reason: Text


class CountForm(Signed):
    """An agent's count."""

    n: Annotated[dict[str, str], keyed(text())]  # the number of chips of each value
    total: Annotated[int, amount(least=0)]  # the total as the agent entered it
    round: Annotated[int, number(18, malformed=-1)]  # the round that the sender's page showed

    def numbers(self, box: DropBox) -> list[tuple[int, int]]:
        """Return pairs of a value of the box in the smallest unit and a number of chips.

        Raises `Refusal`: `bad_pieces`.
        """
        return [(value, pieces(self.n.get(str(value), ""))) for value in box.chips]


class CorrectionForm(CountForm):
    """A correction of a result."""

    about: Annotated[int, number(18, malformed=-1)]  # the result that it corrects
    reason: Text


@require_GET
@for_staff("tables.view_dropbox")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the boxes to pull, to count and to explain, and the counted boxes.

    The default is the room used last.
    """
    room, _ = selected_room(request, staff)
    return _all(request, staff, room)


@require_POST
@for_staff("tables.view_dropbox")
def take(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Record a drop run: all boxes whose numbers were entered, or none."""
    of = room_or_404(staff.user, room)
    form = PullForm.read(request.POST)
    try:
        boxes = boxes_pull(
            room=of,
            pickups=[
                BoxPickup(table.pk, form.box[key], form.last.get(key, 0), kind)
                for table in tables_of(of)
                for kind in kinds_at(of, table)
                if (key := box_key(table, kind)) in form.box
            ],
            shift=form.shift,
            now=timezone.now(),
            **form.signature,
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
    return _one(request, staff, _box(staff, pk))


@require_POST
@for_staff("tables.view_dropbox")
def count(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record one agent's count. The response contains nothing from either agent's count."""

    def act(box: DropBox) -> str:
        form = CountForm.read(request.POST)
        after = results.count_record(
            box=box,
            numbers=form.numbers(box),
            total=form.total,
            round_=form.round,
            now=timezone.now(),
            **form.signature,
        )
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
    """Record a supervisor's explanation of the difference and close the box."""

    def act(box: DropBox) -> str:
        form = ReasonForm.read(request.POST)
        results.difference_explain(
            box=box, reason=form.reason, now=timezone.now(), **form.signature
        )
        return f"Box {box.number} is counted and the variance explained."

    return _acted(request, staff, pk, act)


@require_POST
@for_staff("tables.view_dropbox")
def correct(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record a manager's correction as a separate record."""

    def act(box: DropBox) -> str:
        form = CorrectionForm.read(request.POST)
        results.result_correct(
            result=get_object_or_404(DropResult, pk=form.about, box=box),
            numbers=form.numbers(box),
            total=form.total,
            reason=form.reason,
            now=timezone.now(),
            **form.signature,
        )
        return f"Correction to box {box.number} recorded. The count itself doesn't change."

    return _acted(request, staff, pk, act)


@require_GET
@for_staff("tables.view_dropbox")
def slip(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Return the drop slip as a PDF. If the result was corrected, the slip shows the correction."""
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
        else None,  # the socket is only for staff who may see calls
        "page": DropPage(room, staff, now, request.POST, _day(request)) if room else None,
        "refused": refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    return render(
        request, "drop/drop.html", context, status=http_status(refusal) if refusal else 200
    )


def _day(request: HttpRequest) -> date | None:
    """Return the requested day; None for the last days, or if the value is not a date."""
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
        request, "drop/box.html", context, status=http_status(refusal) if refusal else 200
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
