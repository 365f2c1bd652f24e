"""Views of a final ruling: show it, record an appeal or a correction, pay the pot it held."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui import messages
from floor_ui.ruling_page import RulingPage
from poker.amounts import to_cents
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from rulings.calls import follow_ups
from rulings.calls.models import Ruling
from rulings.calls.projection import notify_floor
from rulings.guard import for_staff
from rulings.messages.refusals import http_status
from staff.models import Staff
from tables.staff_rooms import rooms_of


@require_GET
@for_staff("rulings.view_ruling")
def ruling(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show the ruling."""
    return _page(request, staff, _ruling(staff, pk))


def _page(
    request: HttpRequest, staff: Staff, ruling: Ruling, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "page": RulingPage(ruling, staff),
        "staff": staff,
        "room": ruling.room,
    }
    context |= {
        "typed": request.POST,
        "refused": messages.refusal_message(refusal) if refusal else "",
        "role_refused": messages.is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/ruling.html", context, status=status)


def _ruling(staff: Staff, pk: int) -> Ruling:
    rows = Ruling.objects.select_related("table__stream", "by", "call__called_by", "room", "about")
    return get_object_or_404(rows.filter(room__in=rooms_of(staff.user)), pk=pk)


def _acted(
    request: HttpRequest, staff: Staff, pk: int, act: Callable[[Ruling], str]
) -> HttpResponse:
    ruling = _ruling(staff, pk)
    try:
        text = act(ruling)
    except Refusal as refusal:
        return _page(request, staff, ruling, refusal)
    notify_floor(room_id=ruling.room_id, table_id=ruling.table_id)
    flash.success(request, text)
    return redirect("floor:ruling", pk)


@require_POST
@for_staff("rulings.view_ruling")
def record(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record an appeal or a correction, with a manager's badge and PIN."""

    def act(ruling: Ruling) -> str:
        ruling_record = follow_ups.ruling_appeal(
            ruling=ruling,
            kind=request.POST.get("kind", ""),
            result=request.POST.get("result", ""),
            reason=request.POST.get("reason", ""),
            now=timezone.now(),
            **_by(request),
        )
        return f"{ruling_record.number} recorded. The ruling itself doesn't change."

    return _acted(request, staff, pk, act)


@require_POST
@for_staff("rulings.view_ruling")
def pay(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Pay the held pot, with a supervisor's badge and PIN."""

    def act(ruling: Ruling) -> str:
        sent = ((seat, request.POST.get(f"share-{seat}", "").strip()) for seat in _seats())
        shares = {seat: to_cents(text, least=0) for seat, text in sent if text}
        payment = follow_ups.pot_release(
            ruling=ruling,
            shares={seat: chips for seat, chips in shares.items() if chips},
            reason=request.POST.get("reason", ""),
            now=timezone.now(),
            **_by(request),
        )
        return f"{payment.number}: held pot paid."

    return _acted(request, staff, pk, act)


def _seats() -> range:
    return range(1, MOST_SEATS + 1)


def _by(request: HttpRequest) -> dict[str, str]:
    return {
        "badge": request.POST.get("badge", "").strip()[:10],
        "pin": request.POST.get("pin", "")[:8],
    }
