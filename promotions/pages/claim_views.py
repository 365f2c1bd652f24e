"""Views of claims: the floor's page, its acts, slips, and a claim entered by the floor."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST
from msgspec.structs import replace

from poker.refusal import Refusal
from promotions.at_tables import version_of
from promotions.claims import claim_by_hand
from promotions.funds import fund_execute, second_manager, signer
from promotions.models import Fund, Promotion
from promotions.pages.claim_page import ClaimPage, local
from promotions.pages.draw_panels import pick_board
from promotions.pages.fund_forms import (
    CLAIM_FORMS,
    HOLD_REASONS,
    SECOND_MANAGER,
    checked,
    number,
    text,
)
from promotions.pages.fund_views import base_context, fund_or_404, hit_or_404, rendered
from promotions.publishing import read_terms, version_at
from promotions.rules import fund_commands as c
from promotions.rules.terms import AT_TABLES
from staff.models import Room, Staff
from staff.permissions import Permission, require
from staff.staff_rooms import room_or_404
from tables.models import Table
from web.form_commands import command_id
from web.guard import for_staff
from web.printing.pdf import pdf

SLIP = "80mm 150mm"
# Permissions of acts without badge and PIN.
ACTS: dict[str, Permission] = {
    "answer": "promotions.verify_hit",
    "seal": "promotions.verify_hit",
    "hold": "promotions.verify_hit",
    "pay": "promotions.pay_share",
    "undo_payment": "promotions.keep_fund",
    "release": "promotions.keep_fund",
    "remit": "promotions.keep_fund",
}
# Permissions of acts that badge and PIN sign; the signer is the actor.
SIGNED: dict[str, Permission] = {
    "watch": "promotions.watch_hit",
    "verify": "promotions.verify_hit",
    "refuse": "promotions.verify_hit",
    "undo_verify": "promotions.verify_hit",
}


@require_GET
@for_staff("promotions.view_fund")
def claim(request: HttpRequest, staff: Staff, fund: int, hit: int) -> HttpResponse:
    """Show a claim."""
    return claim_with_refusal(request, staff, fund_or_404(staff, fund), hit)


@require_POST
@for_staff("promotions.view_fund")
def act(request: HttpRequest, staff: Staff, fund: int, hit: int) -> HttpResponse:
    """Execute a command about a claim."""
    row = fund_or_404(staff, fund)
    hit_or_404(row, hit)
    try:
        _execute(request, staff, row)
    except Refusal as refusal:
        return claim_with_refusal(request, staff, row, hit, refusal)
    return redirect("funds:claim", row.pk, hit)


@require_GET
@for_staff("promotions.view_fund")
def slips(request: HttpRequest, staff: Staff, fund: int, hit: int) -> HttpResponse:
    """Return the slips of a claim as PDF: of one seat, or of all shares that are not held. A held one has none."""
    row = fund_or_404(staff, fund)
    page = ClaimPage(row, hit, staff)
    seat = request.GET.get("seat", "")
    rows = [
        share
        for share in page.shares
        if share.share.status in ("open", "paid") and seat in ("", str(share.share.seat))
    ]
    context = {
        "page": page,
        "rows": rows if page.hit.status == "hit" else [],
        "room": row.room,
        "at": local(timezone.now()),
        "claimed": local(page.claimed_at),
        "by": staff.alias,
        "size": SLIP,
    }
    headers = {"Content-Disposition": f'inline; filename="hit-{hit}.pdf"'}
    content = pdf("promotions/printing/share_slips.html", context)
    return HttpResponse(content, content_type="application/pdf", headers=headers)


@require_GET
@for_staff("promotions.verify_hit")
def new_claim(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Show the form of a claim that the floor enters for a hand of the log."""
    return _new_claim(request, staff, room_or_404(staff.user, room))


@require_POST
@for_staff("promotions.verify_hit")
def make_claim(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Record a claim that the floor entered."""
    selected = room_or_404(staff.user, room)
    try:
        fund, made = _make_claim(request, staff, selected)
    except Refusal as refusal:
        return _new_claim(request, staff, selected, refusal)
    return redirect("funds:claim", fund, made)


def _make_claim(request: HttpRequest, staff: Staff, room: Room) -> tuple[int, int]:
    key, _, tier = request.POST.get("promotion", "").partition("/")
    version = version_of(room.pk, key)
    if version is None or version.promotion.fund_id is None:
        raise Refusal("no_promotion", "", key=key[:40])
    name = text(request.POST, "table", 40)
    table = Table.objects.filter(room=room, name=name).select_related("stream").first()
    if table is None:
        raise Refusal("no_such_table", "", table=name)
    result = claim_by_hand(
        version=version,
        table=table,
        hand=number(request.POST, "hand"),
        tier=tier,
        losing=_seats(request, "losing"),
        winning=_seats(request, "winning"),
        command_id=command_id(request),
        actor=staff.key,
        now=timezone.now(),
    )
    fund_id = version.promotion.fund_id
    hand = number(request.POST, "hand")
    numbers = [
        hit.number
        for hit in result.state.hits
        if (hit.facts.promotion, hit.facts.table, hit.facts.hand) == (key, table.name, hand)
    ]
    return fund_id, numbers[-1]


def _seats(request: HttpRequest, name: str) -> tuple[int, ...]:
    parts = request.POST.get(name, "").replace(",", " ").split()
    if any(not (part.isascii() and part.isdecimal() and len(part) < 3) for part in parts):
        raise Refusal("terms_number", "", text=" ".join(parts)[:20])
    return tuple(sorted({int(part) for part in parts}))


def _execute(request: HttpRequest, staff: Staff, fund: Fund) -> None:
    ask = request.POST.get("ask", "")
    read = CLAIM_FORMS.get(ask)
    if read is None:
        raise Refusal("unknown_ask", "", name=ask[:40])
    now = timezone.now()
    if ask in ACTS:
        require(staff, ACTS[ask])
    command = checked(read(request.POST))
    badge = request.POST.get("badge", "")[:10]
    pin = request.POST.get("pin", "")[:8]
    actor = staff
    if ask in SIGNED:
        actor = signer(fund.room_id, badge, pin, SIGNED[ask], now)
    if ask in SECOND_MANAGER:
        second = second_manager(room_id=fund.room_id, badge=badge, pin=pin, now=now)
        assert isinstance(command, c.Release | c.Remit)
        command = replace(command, approved=second.key)
    fund_execute(
        fund_id=fund.pk,
        command_id=command_id(request),
        command=command,
        actor=actor.key,
        now=now,
    )


def claim_with_refusal(
    request: HttpRequest, staff: Staff, fund: Fund, hit: int, refusal: Refusal | None = None
) -> HttpResponse:
    """Show a claim, after a refusal with its message."""
    context = base_context(staff, fund.room, refusal)
    page = ClaimPage(fund, hit, staff)
    context |= {
        "page": page,
        "fund": fund,
        "hit": page.hit,
        "asked": request.POST.get("ask", "") if refusal else "",
        "form_data": request.POST.dict() if refusal else {},
        "hold_reasons": HOLD_REASONS,
        "pick_board": pick_board(page.state, page.hit),
    }
    return rendered(request, "claim", context, refusal)


def _new_claim(
    request: HttpRequest, staff: Staff, room: Room, refusal: Refusal | None = None
) -> HttpResponse:
    context = base_context(staff, room, refusal)
    now = timezone.now()
    choices = []
    for promotion in Promotion.objects.filter(room=room, kind__in=AT_TABLES):
        version = version_at(promotion, now)
        if version is None:
            continue
        key = f"{promotion.key}.{version.number}"
        tiers = read_terms(version.terms).tiers
        for tier in tiers:
            choices.append((f"{key}/{tier.key}", f"{promotion.title}, {tier.key}"))
        if not tiers:
            choices.append((f"{key}/", promotion.title))
    context |= {
        "choices": choices,
        "tables": Table.objects.filter(room=room).order_by("name"),
        "form_data": request.POST.dict() if refusal else {},
    }
    return rendered(request, "new_claim", context, refusal)
