"""Acts on splash pots and mystery boards: pick a box, lay or retire a board, return a splash pot."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from poker.refusal import Refusal
from promotions.funds import fund_execute
from promotions.models import Fund, Promotion
from promotions.mystery_boards import board_command
from promotions.pages.claim_views import claim_with_refusal
from promotions.pages.fund_forms import checked, number, text
from promotions.pages.fund_views import fund_or_404, hit_or_404, ledger_with_refusal
from promotions.publishing import version_at
from promotions.rules import fund_commands as c
from promotions.splash_pots import splash_return
from staff.models import Staff
from web.form_commands import command_id
from web.guard import for_staff


@require_POST
@for_staff("promotions.pay_share")
def pick(request: HttpRequest, staff: Staff, fund: int, hit: int) -> HttpResponse:
    """Open the box that the player of a claim chose."""
    row = fund_or_404(staff, fund)
    hit_or_404(row, hit)
    try:
        _execute(request, staff, row, c.PickBox(hit, number(request.POST, "box")))
    except Refusal as refusal:
        return claim_with_refusal(request, staff, row, hit, refusal)
    return redirect("funds:claim", row.pk, hit)


@require_POST
@for_staff("promotions.keep_fund")
def act(request: HttpRequest, staff: Staff, fund: int) -> HttpResponse:
    """Lay or retire a board, or return a splash pot."""
    row = fund_or_404(staff, fund)
    try:
        _act(request, staff, row)
    except Refusal as refusal:
        return ledger_with_refusal(request, staff, row, refusal)
    return redirect(f"{reverse('funds:ledger', args=[row.pk])}?done=1")


def _act(request: HttpRequest, staff: Staff, fund: Fund) -> None:
    ask = request.POST.get("ask", "")
    now = timezone.now()
    match ask:
        case "return_splash":
            splash_return(
                fund=fund,
                number=number(request.POST, "splash"),
                reason=text(request.POST, "reason"),
                actor=staff.key,
                now=now,
            )
        case "retire_board":
            board = number(request.POST, "board")
            _execute(request, staff, fund, c.RetireBoard(board, text(request.POST, "reason")))
        case "lay_board":
            _execute(request, staff, fund, _board_of(request, fund))
        case _:
            raise Refusal("unknown_ask", "", name=ask[:40])


def _board_of(request: HttpRequest, fund: Fund) -> c.LayBoard:
    """Return the command for the version in effect. Raises `Refusal`: `no_promotion`."""
    key = request.POST.get("promotion", "")[:40]
    promotion = Promotion.objects.filter(fund=fund, kind="mystery", key=key).first()
    version = version_at(promotion, timezone.now()) if promotion else None
    if version is None:
        raise Refusal("no_promotion", "", key=key)
    return board_command(version)


def _execute(request: HttpRequest, staff: Staff, fund: Fund, command: c.FundCommand) -> None:
    fund_execute(
        fund_id=fund.pk,
        command_id=command_id(request),
        command=checked(command),
        actor=staff.key,
        now=timezone.now(),
    )
