"""Views of funds for staff: the list, the ledger and its acts."""

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST
from msgspec.structs import replace

from poker.refusal import Refusal
from promotions.funds import (
    fund_create,
    fund_execute,
    fund_transfer,
    funds_of,
    refuse_percent_over,
    second_manager,
)
from promotions.gaming_days import gaming_day
from promotions.models import Fund, Hit, Promotion
from promotions.pages.draw_panels import DrawPanel
from promotions.pages.fund_forms import (
    LEDGER_FORMS,
    SECOND_MANAGER,
    amount,
    checked,
    read_policy,
    text,
)
from promotions.pages.fund_page import LedgerPage, is_stale, posted_text
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import FundPolicy
from staff.models import Room, Staff
from staff.permissions import may
from staff.staff_rooms import room_or_404, rooms_of
from web.form_commands import command_id
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.rooms import selected_room, with_room_in_address


@require_GET
@for_staff("promotions.view_fund")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the funds of a room, its open claims and its promotions."""
    room, _ = selected_room(request, staff)
    return _index(request, staff, room)


@require_POST
@for_staff("promotions.keep_fund")
def open_fund(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Open a fund."""
    selected = room_or_404(staff.user, room)
    try:
        command = c.OpenFund(
            text(request.POST, "title", 80),
            read_policy(request.POST),
            amount(request.POST, "brought"),
        )
        command = checked(command)  # type: ignore[assignment]
        fund = fund_create(
            room=selected,
            title=command.title,
            policy=command.policy,
            brought=command.brought,
            actor=staff.key,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _index(request, staff, selected, refusal)
    return redirect("funds:ledger", fund.pk)


@require_GET
@for_staff("promotions.view_fund")
def ledger(request: HttpRequest, staff: Staff, fund: int) -> HttpResponse:
    """Show the ledger of a fund."""
    return ledger_with_refusal(request, staff, fund_or_404(staff, fund))


@require_POST
@for_staff("promotions.keep_fund")
def act(request: HttpRequest, staff: Staff, fund: int) -> HttpResponse:
    """Execute a command of the ledger."""
    row = fund_or_404(staff, fund)
    try:
        _execute(request, staff, row)
    except Refusal as refusal:
        return ledger_with_refusal(request, staff, row, refusal)
    return redirect(f"{reverse('funds:ledger', args=[row.pk])}?{urlencode({'done': 1})}")


def fund_or_404(staff: Staff, fund: int) -> Fund:
    """Return a fund of a room in which the staff member works."""
    row = get_object_or_404(Fund.objects.select_related("room"), pk=fund)
    room_or_404(staff.user, row.room_id)
    return row


def _execute(request: HttpRequest, staff: Staff, fund: Fund) -> None:
    now = timezone.now()
    ask = request.POST.get("ask", "")
    read = LEDGER_FORMS.get(ask)
    if read is None:
        raise Refusal("unknown_ask", "", name=ask[:40])
    command = checked(read(request.POST))
    if ask in SECOND_MANAGER:
        command = _approved(request, fund, command)
    if isinstance(command, c.SetPolicy):
        refuse_percent_over(fund.room, command.policy.percent, changed=fund.pk)
    options: dict[str, Any] = {
        "fund_id": fund.pk,
        "command_id": command_id(request),
        "actor": staff.key,
        "now": now,
    }
    if isinstance(command, c.Transfer):
        fund_transfer(command=command, **options)
        return
    fund_execute(command=command, **options)


def _approved(request: HttpRequest, fund: Fund, command: c.FundCommand) -> c.FundCommand:
    """Return the command with the manager who approves it by badge and PIN."""
    second = second_manager(
        room_id=fund.room_id,
        badge=request.POST.get("badge", "")[:10],
        pin=request.POST.get("pin", "")[:8],
        now=timezone.now(),
    )
    assert isinstance(command, c.Transfer | c.SetPolicy | c.Release | c.Remit)
    return replace(command, approved=second.key)


def base_context(staff: Staff, room: Room | None, refusal: Refusal | None) -> dict[str, Any]:
    """Return what every page of funds shows."""
    return {
        "staff": staff,
        "room": room,
        "rooms": list(rooms_of(staff.user)),
        "command": str(uuid4()),
        "refused": refusal_message(refusal) if refusal else "",
        "may_plan": may(staff, "promotions.plan_promotion"),
    }


def rendered(
    request: HttpRequest, name: str, context: dict[str, Any], refusal: Refusal | None
) -> HttpResponse:
    """Return a page, with the status of a refusal."""
    status = http_status(refusal) if refusal else 200
    return render(request, f"promotions/{name}.html", context, status=status)


def _index(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    context = base_context(staff, room, refusal)
    if room is not None:
        now = timezone.now()
        today = gaming_day(room, now)
        context |= {
            "funds": [
                {
                    "fund": fund,
                    "state": state,
                    "posted": posted_text(state, today),
                    "is_stale": is_stale(state, now),
                }
                for fund, state in funds_of(room)
            ],
            "claims": Hit.objects.filter(
                fund__room=room, status__in=("claimed", "verified")
            ).select_related("fund__summary"),
            "recent": Hit.objects.filter(fund__room=room, status__in=("hit", "refused")).order_by(
                "-at"
            )[:10],
            "promotions": Promotion.objects.filter(room=room).select_related("draft"),
            "may_keep": may(staff, "promotions.keep_fund"),
            "may_verify": may(staff, "promotions.verify_hit"),
            "policy": FundPolicy(),
            "form_data": request.POST.dict() if refusal else {},
        }
    return rendered(request, "funds", context, refusal)


def ledger_with_refusal(
    request: HttpRequest, staff: Staff, fund: Fund, refusal: Refusal | None = None
) -> HttpResponse:
    """Show the ledger, after a refusal with its message."""
    shows_all = request.GET.get("all") == "1"
    page = LedgerPage(fund, staff, timezone.now(), shows_all=shows_all)
    context = base_context(staff, fund.room, refusal)
    context |= {
        "page": page,
        "fund": fund,
        "state": page.state,
        "done": request.GET.get("done", ""),
        "form_data": request.POST.dict() if refusal else {},
        "asked": request.POST.get("ask", "") if refusal else "",
        "draws": DrawPanel(fund, page.state, page.now),
    }
    return rendered(request, "ledger", context, refusal)


def hit_or_404(fund: Fund, number: int) -> Hit:
    """Return a claim of a fund."""
    hit = Hit.objects.filter(fund=fund, number=number).first()
    if hit is None:
        raise Http404(f"hit {number}")
    return hit
