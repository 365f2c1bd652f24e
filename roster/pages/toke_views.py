"""Views of toke boxes and splits: pull, count blind, correct, propose, approve."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from drop.boxes import tables_of
from poker.refusal import Refusal
from roster.models import TokeBox, TokeSplit
from roster.pages.toke_context import base_context, execute_form, redirect_done, rendered
from roster.pages.toke_forms import FORMS, CountForm, read_correction, read_pull
from roster.pages.toke_page import BoxPage, SplitPage, TokePage
from roster.toke_actions import box_count, split_approve
from roster.toke_texts import MODES, PERIODS
from staff.models import Room, Staff
from staff.permissions import require
from staff.staff_rooms import room_or_404
from web.guard import for_staff
from web.posted import Signed
from web.rooms import selected_room, with_room_in_address

# What the page shows after a command.
DONE = {
    "set_policy": "The rules are set. They hold for splits proposed from now on.",
    "propose_split": "The split is proposed. A second person approves it.",
    "propose_event_split": "The split is proposed. A second person approves it.",
    "withdraw_split": "The split is withdrawn. Its boxes can be split again.",
    "withhold": "The amount is withheld for the dealers of the event.",
}


@require_GET
@for_staff("roster.count_tokes", "roster.split_tokes")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the boxes to pull and count, the periods to split, and the splits to approve."""
    room, _ = selected_room(request, staff)
    return show_index(request, staff, room)


@require_GET
@for_staff("roster.split_tokes")
@with_room_in_address
def rules(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the house's rules for tokes, with the kind of source of each."""
    room, _ = selected_room(request, staff)
    return show_rules(request, staff, room)


@require_POST
@for_staff("roster.count_tokes", "roster.split_tokes")
def pull(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Record pulled boxes: all whose labels were entered, or none."""
    selected = room_or_404(staff.user, room)
    tables = {str(table.pk): table.name for table in tables_of(selected)}
    try:
        require(staff, "roster.count_tokes")
        command = read_pull(request.POST, tables)
        execute_form(request, staff, selected, command)
    except Refusal as refusal:
        return show_index(request, staff, selected, refusal)
    labels = ", ".join(pickup.label for pickup in command.pickups)
    return redirect_done(request, _index_address(selected), f"Pulled: {labels}.")


@require_GET
@for_staff("roster.count_tokes", "roster.split_tokes")
def box(request: HttpRequest, staff: Staff, room: int, number: int) -> HttpResponse:
    """Show a box. Until both counts are in, it shows only who counts next."""
    selected = room_or_404(staff.user, room)
    return _box(request, staff, _box_or_404(selected, number))


@require_POST
@for_staff("roster.count_tokes", "roster.split_tokes")
def count(request: HttpRequest, staff: Staff, room: int, number: int) -> HttpResponse:
    """Record a person's count. The response contains nothing from either count."""
    selected = room_or_404(staff.user, room)
    row = _box_or_404(selected, number)
    try:
        form = CountForm.read(request.POST)
        after = box_count(
            room=selected,
            box=number,
            round_=form.round,
            numbers=form.numbers(row.chips),
            total=form.total,
            now=timezone.now(),
            **form.signature,
        )
    except Refusal as refusal:
        return _box(request, staff, row, refusal)
    if after is None:
        text = f"The box of {row.title} is counted."
    elif after.first is None:
        text = f"The box of {row.title}: the counts don't match. Both count again."
    else:
        text = f"The box of {row.title}: first count in. Someone else counts next."
    return redirect_done(request, _index_address(selected), text)


@require_POST
@for_staff("roster.split_tokes")
def correct(request: HttpRequest, staff: Staff, room: int, number: int) -> HttpResponse:
    """Record a correction. After the split, a split of the difference follows."""
    selected = room_or_404(staff.user, room)
    row = _box_or_404(selected, number)
    try:
        command = read_correction(request.POST, number)
        execute_form(request, staff, selected, command)
    except Refusal as refusal:
        return _box(request, staff, row, refusal)
    follows = row.status == TokeBox.Status.SPLIT
    text = " A split of the difference waits for approval." if follows else ""
    return redirect_done(request, _index_address(selected), f"The correction is recorded.{text}")


@require_GET
@for_staff("roster.split_tokes", "tables.supervise")
def split(request: HttpRequest, staff: Staff, room: int, number: int) -> HttpResponse:
    """Show a split: each line with its rule."""
    selected = room_or_404(staff.user, room)
    return _split(request, staff, _split_or_404(selected, number))


@require_POST
@for_staff("roster.split_tokes", "tables.supervise")
def approve(request: HttpRequest, staff: Staff, room: int, number: int) -> HttpResponse:
    """Approve a split by badge and PIN of a second person."""
    selected = room_or_404(staff.user, room)
    row = _split_or_404(selected, number)
    try:
        form = Signed.read(request.POST)
        split_approve(room=selected, number=number, now=timezone.now(), **form.signature)
    except Refusal as refusal:
        return _split(request, staff, row, refusal)
    return redirect_done(request, _index_address(selected), f"Split {number} is approved.")


@require_POST
@for_staff("roster.split_tokes")
def act(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Execute a command of a form, and show the page it came from."""
    selected = room_or_404(staff.user, room)
    ask = request.POST.get("ask", "")
    read = FORMS.get(ask)
    try:
        if read is None:
            raise Refusal("unknown_ask", "", name=ask[:40])
        execute_form(request, staff, selected, read(request.POST))
    except Refusal as refusal:
        return _refused(request, staff, selected, ask, refusal)
    return redirect_done(request, _address(selected, ask), DONE[ask])


def _refused(
    request: HttpRequest, staff: Staff, room: Room, ask: str, refusal: Refusal
) -> HttpResponse:
    """Show the page of a form with what was typed."""
    if ask == "set_policy":
        return show_rules(request, staff, room, refusal)
    return show_index(request, staff, room, refusal)


def _address(room: Room, ask: str) -> str:
    if ask == "set_policy":
        return f"{reverse('tokes:rules')}?room={room.pk}"
    return _index_address(room)


def _index_address(room: Room) -> str:
    return f"{reverse('tokes:index')}?room={room.pk}"


def _box_or_404(room: Room, number: int) -> TokeBox:
    return get_object_or_404(TokeBox, log__room=room, number=number)


def _split_or_404(room: Room, number: int) -> TokeSplit:
    return get_object_or_404(TokeSplit, log__room=room, number=number)


def show_index(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    context = base_context(request, staff, room, "tokes", refusal)
    if room is not None:
        typed = request.POST.dict() if refusal else {}
        context["page"] = TokePage(room, staff, timezone.now(), typed)
    return rendered(request, "index", context, refusal)


def show_rules(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    context = base_context(request, staff, room, "rules", refusal)
    if room is not None:
        context["page"] = TokePage(room, staff, timezone.now(), {})
        context |= _rule_fields(context["page"], context["form_data"])
    return rendered(request, "rules", context, refusal)


def _rule_fields(page: TokePage, typed: dict[str, Any]) -> dict[str, object]:
    """Return the values of the form: as typed, else as they are."""
    policy = page.policy
    return {
        "modes": MODES.items(),
        "periods": PERIODS.items(),
        "mode": typed.get("mode", policy.mode),
        "period": typed.get("period", policy.period),
        "pay_weeks": typed.get("pay_weeks", str(policy.pay_weeks)),
        "pay_from": typed.get("pay_from", policy.pay_from),
        "groups": _group_rows(page, typed),
    }


def _group_rows(page: TokePage, typed: dict[str, Any]) -> list[dict[str, object]]:
    """Return the rows of groups in the form: as typed, else as they are."""
    others = [*page.policy.others, None, None, None][:3]
    return [
        {
            "number": number,
            "title": typed.get(f"title-{number}", other.title if other else ""),
            "percent": typed.get(f"percent-{number}", other.percent if other else ""),
        }
        for number, other in enumerate(others, start=1)
    ]


def _box(
    request: HttpRequest, staff: Staff, row: TokeBox, refusal: Refusal | None = None
) -> HttpResponse:
    room = row.log.room
    context = base_context(request, staff, room, "tokes", refusal)
    context["page"] = BoxPage(room, row, staff, context["form_data"])
    return rendered(request, "box", context, refusal)


def _split(
    request: HttpRequest, staff: Staff, row: TokeSplit, refusal: Refusal | None = None
) -> HttpResponse:
    room = row.log.room
    context = base_context(request, staff, room, "tokes", refusal)
    context["page"] = SplitPage(room, row, staff)
    return rendered(request, "split", context, refusal)
