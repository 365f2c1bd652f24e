"""Promotions and their versions: a manager drafts, and a second manager's badge and PIN publish."""

from datetime import date, datetime, timedelta

import msgspec
from django.db import transaction
from django.utils.text import slugify

from poker.refusal import Refusal
from promotions.funds import signer
from promotions.gaming_days import day_starts, gaming_day
from promotions.models import Fund, Promotion, PromotionDraft, PromotionVersion
from promotions.rules.terms import PromotionTerms, check_terms
from staff.audit.recording import record
from staff.models import Room, Staff
from staff.permissions import require


def promotion_create(
    *, room: Room, terms: PromotionTerms, fund: Fund | None, staff: Staff, now: datetime
) -> Promotion:
    """Create a promotion with a first draft. Raises `Refusal`: `not_allowed`, `promotion_title`, `promotion_fund`."""
    require(staff, "promotions.plan_promotion")
    title = terms.title.strip()
    key = slugify(title)[:34]
    if not key:
        raise Refusal("promotion_title")
    if fund is None:
        raise Refusal("promotion_fund", "", title=title)
    with transaction.atomic(durable=True):
        Room.objects.select_for_update().get(pk=room.pk)
        used = set(Promotion.objects.filter(room=room).values_list("key", flat=True))
        numbered = [key, *(f"{key}-{number}" for number in range(2, 100))]
        free = next(name for name in numbered if name not in used)
        promotion = Promotion.objects.create(
            room=room, fund=fund, key=free, title=title, kind=terms.kind
        )
        PromotionDraft.objects.create(
            promotion=promotion, terms=builtins(terms), proposed_by=staff, saved_at=now
        )
        record(staff, "promotion_drafted", now=now, about=promotion, room=room.pk)
    return promotion


def draft_save(
    *,
    promotion: Promotion,
    terms: PromotionTerms,
    reason: str,
    withdraws: bool,
    seen: int,
    staff: Staff,
    now: datetime,
) -> PromotionDraft:
    """Save the draft of the next version. seen: its revision on the sender's page, 0 for none.

    Raises `Refusal`: `not_allowed`, `draft_changed`.
    """
    require(staff, "promotions.plan_promotion")
    with transaction.atomic(durable=True):
        Promotion.objects.select_for_update().get(pk=promotion.pk)
        draft = PromotionDraft.objects.filter(promotion=promotion).first()
        if (draft.revision if draft else 0) != seen:
            raise Refusal("draft_changed", "", title=promotion.title)
        row = draft or PromotionDraft(promotion=promotion, revision=0)
        row.terms = builtins(terms)
        row.withdraws = withdraws
        row.reason = reason.strip()[:200]
        row.revision += 1
        row.proposed_by = staff
        row.saved_at = now
        row.save()
        record(staff, "promotion_drafted", now=now, about=promotion, room=promotion.room_id)
    return row


def draft_discard(*, promotion: Promotion, staff: Staff, now: datetime) -> None:
    """Discard the draft. Raises `Refusal`: `not_allowed`."""
    require(staff, "promotions.plan_promotion")
    with transaction.atomic(durable=True):
        PromotionDraft.objects.filter(promotion=promotion).delete()
        record(staff, "promotion_discarded", now=now, about=promotion, room=promotion.room_id)


def version_publish(
    *, promotion: Promotion, badge: str, pin: str, seen: int, now: datetime
) -> PromotionVersion:
    """Make the draft as seen the next version. The first one takes effect now, a change with the next gaming day.

    Raises `Refusal`: `not_allowed`, `same_person`, `draft_changed`, `version_reason_missing`; those of `check_terms`.
    """
    # Before the transaction, so that a failed PIN attempt is never rolled back.
    publisher = signer(promotion.room_id, badge, pin, "promotions.plan_promotion", now)
    try:
        with transaction.atomic(durable=True):
            version = _store(promotion, publisher, seen, now)
            record(
                publisher,
                "promotion_published",
                now=now,
                about=version,
                room=promotion.room_id,
                reason=version.reason,
            )
    except Refusal as refusal:
        if refusal.code == "same_person":
            record(
                publisher,
                "refused_second_person",
                now=now,
                about=promotion,
                room=promotion.room_id,
                refused=True,
            )
        raise
    return version


def _store(promotion: Promotion, publisher: Staff, seen: int, now: datetime) -> PromotionVersion:
    Promotion.objects.select_for_update().get(pk=promotion.pk)
    draft = PromotionDraft.objects.select_related("proposed_by").filter(promotion=promotion).first()
    if draft is None or draft.revision != seen:
        raise Refusal("draft_changed", "", title=promotion.title)
    if draft.proposed_by_id == publisher.pk:
        raise Refusal("same_person", "", name=publisher.alias)
    terms = read_terms(draft.terms)
    if not draft.withdraws:
        check_terms(terms, promotion.title)
    last = newest(promotion)
    if last is not None and not draft.reason:
        raise Refusal("version_reason_missing", "")
    version = PromotionVersion.objects.create(
        promotion=promotion,
        number=(last.number if last else 0) + 1,
        terms=draft.terms,
        withdraws=draft.withdraws,
        reason=draft.reason or "First version.",
        effective_from=_effective_from(promotion.room, last, now),
        proposed_by=draft.proposed_by,
        published_by=publisher,
        published_at=now,
    )
    Promotion.objects.filter(pk=promotion.pk).update(title=terms.title)
    draft.delete()
    return version


def _effective_from(room: Room, last: PromotionVersion | None, now: datetime) -> datetime:
    if last is None:
        return now
    today = date.fromisoformat(gaming_day(room, now))
    return day_starts(room, today + timedelta(days=1))


def newest(promotion: Promotion) -> PromotionVersion | None:
    """Return the version published last, which may not be in effect yet."""
    return promotion.versions.order_by("-number").first()


def version_at(promotion: Promotion, now: datetime) -> PromotionVersion | None:
    """Return the version in effect; None before the first one and after a withdrawal."""
    version = promotion.versions.filter(effective_from__lte=now).order_by("-number").first()
    return None if version is None or version.withdraws else version


def read_terms(data: object) -> PromotionTerms:
    """Return the terms of a stored version or draft."""
    return msgspec.convert(data, PromotionTerms)


def builtins(terms: PromotionTerms) -> object:
    """Return terms as they are stored."""
    return msgspec.to_builtins(terms)
