"""A final ruling: to read, to record an appeal or a correction of it, to pay the pot that it held."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui import words
from floor_ui.fields import cents
from floor_ui.guard import of_floor
from floor_ui.past import RulingPage
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from rulings.calls import records
from rulings.calls.models import Ruling
from rulings.calls.watching import tell_floor
from tables.models import Staff


@require_GET
@of_floor
def ruling(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """The ruling as it was made."""
    return _page(request, staff, _ruling(pk))


def _page(
    request: HttpRequest, staff: Staff, found: Ruling, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, Any] = {"page": RulingPage(found, staff), "staff": staff, "room": found.room}
    context |= {"typed": request.POST, "refused": words.sentence(refusal) if refusal else ""}
    status = words.status(refusal) if refusal else 200
    return render(request, "floor_ui/ruling.html", context, status=status)


def _ruling(pk: int) -> Ruling:
    rows = Ruling.objects.select_related("table__stream", "by", "call__called_by", "room", "about")
    return get_object_or_404(rows, pk=pk)


def _acted(
    request: HttpRequest, staff: Staff, pk: int, act: Callable[[Ruling], str]
) -> HttpResponse:
    found = _ruling(pk)
    try:
        said = act(found)
    except Refusal as refusal:
        return _page(request, staff, found, refusal)
    tell_floor(room_id=found.room_id, table_id=found.table_id)
    messages.success(request, said)
    return redirect("floor:ruling", pk)


@require_POST
@of_floor
def record(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """An appeal or a correction, by a manager's badge and PIN."""

    def act(found: Ruling) -> str:
        made = records.ruling_appeal(
            ruling=found,
            kind=request.POST.get("kind", ""),
            result=request.POST.get("result", ""),
            reason=request.POST.get("reason", ""),
            now=timezone.now(),
            **_by(request),
        )
        return f"{made.number} is recorded. The ruling itself stays as it was made."

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def pay(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """The held pot is paid, by a supervisor's badge and PIN."""

    def act(found: Ruling) -> str:
        sent = ((seat, request.POST.get(f"share-{seat}", "").strip()) for seat in _seats())
        shares = {seat: cents(text) for seat, text in sent if text}
        made = records.pot_release(
            ruling=found,
            shares={seat: chips for seat, chips in shares.items() if chips},
            reason=request.POST.get("reason", ""),
            now=timezone.now(),
            **_by(request),
        )
        return f"{made.number}: the held pot is paid."

    return _acted(request, staff, pk, act)


def _seats() -> range:
    return range(1, MOST_SEATS + 1)


def _by(request: HttpRequest) -> dict[str, str]:
    return {
        "badge": request.POST.get("badge", "").strip()[:10],
        "pin": request.POST.get("pin", "")[:8],
    }
