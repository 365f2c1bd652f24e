"""Views of a final ruling: show it, record an appeal or a correction, pay its held pot."""

from collections.abc import Callable
from typing import Annotated

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui import messages
from floor_ui.ruling_page import RulingPage
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from rulings.calls import follow_ups
from rulings.calls.models import Ruling
from staff.models import Staff
from staff.staff_rooms import rooms_of
from tables.models import Table
from web.addresses import address
from web.floor_screens import notify_floor
from web.guard import for_staff
from web.messages.refusals import http_status, is_about_role
from web.posted import Signed, Text, Verbatim, amount, keyed, optional

SEATS = [str(seat) for seat in range(1, MOST_SEATS + 1)]


class RecordForm(Signed):
    """An appeal or a correction."""

    kind: Verbatim
    result: Text
    reason: Text


class PayForm(Signed):
    """How a held pot is paid: the amount of each seat."""

    share: Annotated[dict[str, int | None], keyed(optional(amount(least=0)), SEATS)]
    reason: Text

    @property
    def shares(self) -> dict[int, int]:
        """Return the chips of each seat that gets any."""
        return {int(seat): chips for seat, chips in self.share.items() if chips}


@require_GET
@for_staff("rulings.view_ruling")
def ruling(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    ruling = _ruling(staff, pk)
    if ruling.table.kind != Table.Kind.POKER:
        return redirect(address("banked ruling", pk))
    return _page(request, staff, ruling)


def _page(
    request: HttpRequest, staff: Staff, ruling: Ruling, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, object] = {
        "page": RulingPage(ruling, staff),
        "staff": staff,
        "room": ruling.room,
    }
    context |= {
        "typed": request.POST,
        "refused": messages.refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
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
    if ruling.table.kind != Table.Kind.POKER:
        raise Http404
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
        form = RecordForm.read(request.POST)
        ruling_record = follow_ups.ruling_appeal(
            ruling=ruling,
            kind=form.kind,
            result=form.result,
            reason=form.reason,
            now=timezone.now(),
            **form.signature,
        )
        return f"{ruling_record.number} recorded. The ruling itself doesn't change."

    return _acted(request, staff, pk, act)


@require_POST
@for_staff("rulings.view_ruling")
def pay(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Pay the held pot, with a supervisor's badge and PIN."""

    def act(ruling: Ruling) -> str:
        form = PayForm.read(request.POST)
        payment = follow_ups.pot_release(
            ruling=ruling,
            shares=form.shares,
            reason=form.reason,
            now=timezone.now(),
            **form.signature,
        )
        return f"{payment.number}: held pot paid."

    return _acted(request, staff, pk, act)
