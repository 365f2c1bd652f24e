"""Views of promotions: the list, a new one, and the editor, whose draft a second manager publishes."""

from datetime import datetime
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from promotions.dry_run import SplashRun, dry_run, splash_run
from promotions.funds import funds_of
from promotions.models import Fund, Promotion, PromotionDraft
from promotions.pages.fund_forms import number, text
from promotions.pages.fund_views import base_context, rendered
from promotions.pages.promotion_form import (
    changed_count,
    fields,
    first_terms,
    read_terms_form,
    typed_fields,
)
from promotions.publishing import (
    draft_discard,
    draft_save,
    newest,
    promotion_create,
    read_terms,
    version_at,
    version_publish,
)
from promotions.rule_texts import KINDS, voiding_rules, winning_rules
from promotions.rules.terms import Kind, PromotionTerms
from staff.models import Room, Staff
from staff.staff_rooms import room_or_404
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address


@require_GET
@for_staff("promotions.plan_promotion")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the promotions of a room."""
    room, _ = selected_room(request, staff)
    return _index(request, staff, room)


@require_POST
@for_staff("promotions.plan_promotion")
def create(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Create a promotion with a draft of common practice."""
    selected = room_or_404(staff.user, room)
    try:
        kind = request.POST.get("kind", "")
        if kind not in KINDS:
            raise Refusal("unknown_ask", "", name=kind[:40])
        fund = Fund.objects.filter(room=selected, pk=number(request.POST, "fund")).first()
        terms = first_terms(cast(Kind, kind), text(request.POST, "title", 80))
        promotion = promotion_create(
            room=selected, terms=terms, fund=fund, staff=staff, now=timezone.now()
        )
    except Refusal as refusal:
        return _index(request, staff, selected, refusal)
    return redirect("funds:promotion", promotion.pk)


@require_GET
@for_staff("promotions.plan_promotion")
def editor(request: HttpRequest, staff: Staff, promotion: int) -> HttpResponse:
    """Show the draft of a promotion beside the version in effect."""
    return _editor(request, staff, promotion_or_404(staff, promotion))


@require_POST
@for_staff("promotions.plan_promotion")
def act(request: HttpRequest, staff: Staff, promotion: int) -> HttpResponse:
    """Save, discard or publish the draft."""
    row = promotion_or_404(staff, promotion)
    try:
        _act(request, staff, row)
    except Refusal as refusal:
        return _editor(request, staff, row, refusal)
    return redirect("funds:promotion", row.pk)


def promotion_or_404(staff: Staff, promotion: int) -> Promotion:
    """Return a promotion of a room in which the staff member works."""
    row = get_object_or_404(Promotion.objects.select_related("room", "fund"), pk=promotion)
    room_or_404(staff.user, row.room_id)
    return row


def _act(request: HttpRequest, staff: Staff, promotion: Promotion) -> None:
    ask = request.POST.get("ask", "")
    now = timezone.now()
    seen = number(request.POST, "revision")
    if ask == "save":
        draft_save(
            promotion=promotion,
            terms=read_terms_form(request.POST, cast(Kind, promotion.kind)),
            reason=request.POST.get("reason", ""),
            withdraws=request.POST.get("withdraws") == "on",
            seen=seen,
            staff=staff,
            now=now,
        )
    elif ask == "discard":
        draft_discard(promotion=promotion, staff=staff, now=now)
    elif ask == "publish":
        version_publish(
            promotion=promotion,
            badge=request.POST.get("badge", "")[:10],
            pin=request.POST.get("pin", "")[:8],
            seen=seen,
            now=now,
        )
    else:
        raise Refusal("unknown_ask", "", name=ask[:40])


def _index(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    context = base_context(staff, room, refusal)
    if room is not None:
        now = timezone.now()
        rows = Promotion.objects.filter(room=room).select_related("draft").order_by("pk")
        context |= {
            "promotions": [
                {
                    "promotion": row,
                    "kind": KINDS[row.kind],
                    "version": version_at(row, now),
                    "draft": PromotionDraft.objects.filter(promotion=row).first(),
                }
                for row in rows
            ],
            "kinds": list(KINDS.items()),
            "funds": funds_of(room),
            "form_data": request.POST.dict() if refusal else {},
        }
    return rendered(request, "promotions", context, refusal)


def _editor(
    request: HttpRequest, staff: Staff, promotion: Promotion, refusal: Refusal | None = None
) -> HttpResponse:
    now = timezone.now()
    draft = PromotionDraft.objects.select_related("proposed_by").filter(promotion=promotion).first()
    last = newest(promotion)
    base = read_terms(last.terms) if last else None
    terms = _terms_of(draft, base, promotion)
    context = base_context(staff, promotion.room, refusal)
    wants_run = request.GET.get("run") == "1"
    asked = request.POST.get("ask", "") if refusal else ""
    rows = fields(terms, base)
    if asked == "save":
        rows = typed_fields(rows, request.POST)
    context |= {
        "promotion": promotion,
        "kind": KINDS[promotion.kind],
        "draft": draft,
        "version": version_at(promotion, now),
        "last": last,
        "versions": promotion.versions.order_by("-number").select_related("published_by"),
        "fields": rows,
        "reason": request.POST.get("reason", "") if asked == "save" else draft and draft.reason,
        "changes": changed_count(terms, base),
        "wins": winning_rules(terms),
        "voids": voiding_rules(terms),
        "terms": terms,
        "is_own": draft is not None and draft.proposed_by_id == staff.pk,
        "asked": asked,
        "dry_run": dry_run(promotion.room, base, terms, now, promotion) if wants_run else None,
        "splash_run": _splash_run(promotion, terms, now) if wants_run else None,
    }
    return rendered(request, "promotion", context, refusal)


def _splash_run(promotion: Promotion, terms: PromotionTerms, now: datetime) -> SplashRun | None:
    return splash_run(promotion, terms, now) if promotion.kind == "splash" else None


def _terms_of(
    draft: PromotionDraft | None, base: PromotionTerms | None, promotion: Promotion
) -> PromotionTerms:
    if draft is not None:
        return read_terms(draft.terms)
    return base or first_terms(cast(Kind, promotion.kind), promotion.title)
