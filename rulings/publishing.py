"""Publish a draft: a second manager's badge and PIN make it the next version."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from poker import codec, stakes
from poker.refusal import Refusal
from poker.rules import HouseRules, read
from rulings.audit_values import choice_changes, format_time
from rulings.drafts import moved_on, not_past
from rulings.models import Book, RulebookDraft, RulebookVersion
from rulings.rulebook_messages import day_time
from rulings.rulebooks import (
    base_settings,
    basis_of_room,
    newest,
    version_store,
    withdrawable,
)
from staff.audit.recording import record
from staff.models import Staff
from staff.permissions import require
from staff.pins import staff_by_pin
from tables.actions import rules_apply
from tables.effective_rules import rules_at, rules_of_room, without_own
from tables.models import Table
from tables.natural_order import natural_order
from web.messages.refusals import refusal_message


def version_publish(
    *, book: Book, badge: str, pin: str, seen: int, now: datetime
) -> RulebookVersion:
    """Make the draft as seen the next version; if it takes effect now, open tables between hands apply it.

    Raises `Refusal`: `not_allowed`, `same_person`, `draft_moved_on`, `draft_gone`, `nothing_changes`, `reason_missing`,
    `date_past`, `date_before_last`, `nothing_to_withdraw`, and `plaque_against_rules` if a table could not continue
    under it.
    """
    # Before the transaction, so that a failed PIN attempt is never rolled back.
    publisher = staff_by_pin(badge=badge, pin=pin, room_id=book.room_id, now=now)
    require(publisher, "rulings.publish_book")
    try:
        version = _store_version(book, publisher, seen, now)
    except Refusal as refusal:
        # After the transaction, so that the attempt is never rolled back.
        if refusal.code == "same_person":
            record(
                publisher,
                "refused_second_person",
                now=now,
                about=book,
                room=book.room_id,
                table=book.table_id,
                refused=True,
            )
        raise
    if version.effective_from <= now:
        rules_apply_all(book=book, now=now)
    return version


def _store_version(book: Book, publisher: Staff, seen: int, now: datetime) -> RulebookVersion:
    """Store the version and its audit event in one transaction."""
    with transaction.atomic(durable=True):
        last = newest(book)
        version = _version(book, publisher, seen, now)
        before, after = choice_changes(last.settings if last else {}, version.settings)
        if last is not None:
            before |= {"version": last.number, "counts from": format_time(last.effective_from)}
        after |= {"version": version.number, "counts from": format_time(version.effective_from)}
        record(
            publisher,
            "version_published",
            now=now,
            about=version,
            room=book.room_id,
            table=book.table_id,
            before=before,
            after=after,
            reason=version.reason,
        )
    return version


def _version(book: Book, publisher: Staff, seen: int, now: datetime) -> RulebookVersion:
    Book.objects.select_for_update().get(pk=book.pk)
    draft = RulebookDraft.objects.select_related("proposed_by").filter(book=book).first()
    if draft is None or draft.revision != seen:
        raise moved_on(book, draft)
    last = newest(book)
    _may_become(draft, last, publisher)
    not_past(draft.effective_from or now, now)
    effective_from = max(draft.effective_from or now, now)
    if last is not None and effective_from <= last.effective_from:
        raise Refusal("date_before_last", "", version=last.number, at=day_time(last.effective_from))
    number = (last.number if last else 0) + 1
    settings = basis_of_room(book) if draft.withdraws else draft.settings
    _plaques_hold(book, _rules(draft, number, effective_from))
    version = version_store(
        book=book,
        number=number,
        settings=settings,
        withdraws=draft.withdraws,
        reason=draft.reason,
        effective_from=effective_from,
        proposed_by=draft.proposed_by,
        proposed_at=draft.saved_at,
        published_by=publisher,
        published_at=now,
    )
    draft.delete()
    return version


def _rules(draft: RulebookDraft, number: int, at: datetime) -> HouseRules:
    if draft.withdraws:
        return rules_of_room(room_id=draft.book.room_id, now=at)
    return read({**draft.settings, "version": number})


def _may_become(draft: RulebookDraft, last: RulebookVersion | None, publisher: Staff) -> None:
    if draft.proposed_by_id == publisher.pk:
        raise Refusal("same_person", "", name=publisher.alias)
    if draft.withdraws and not withdrawable(draft.book):
        raise Refusal("nothing_to_withdraw", "")
    fresh = draft.withdraws or last is None or last.withdraws
    if not fresh and draft.settings == base_settings(draft.book):
        raise Refusal("nothing_changes", "", version=last.number if last else 0)
    if not draft.reason:
        raise Refusal("version_reason_missing", "")


def tables_of(book: Book) -> Iterator[Table]:
    """Yield the tables that use a rulebook: its own table, or the room's tables without a custom rulebook in effect."""
    tables = without_own(room_id=book.room_id)
    if book.table_id is not None:
        tables = Table.objects.filter(pk=book.table_id)
    rows = tables.select_related("stream", "plaque")
    yield from sorted(rows, key=lambda table: natural_order(table.name))


def _plaques_hold(book: Book, rules: HouseRules) -> None:
    for table in tables_of(book):
        refusal = plaque_refusal(table, rules)
        if refusal is not None:
            raise Refusal(
                "plaque_against_rules",
                refusal.rule,
                table=table.name,
                why=refusal_message(refusal),
            )


def plaque_refusal(table: Table, rules: HouseRules) -> Refusal | None:
    """Return why a table could not continue its game under these rules; None if it can."""
    state = codec.decode_state(bytes(table.stream.state))
    now = state.stakes if state.is_open else table.plaque.to_stakes() if table.plaque else None
    try:
        if now is not None:
            stakes.check(now, rules)
    except Refusal as refusal:
        return refusal
    return None


def rules_apply_all(*, book: Book, now: datetime) -> int:
    """Let tables between hands apply the version in effect; return how many did."""
    return sum(rules_apply(table_id=table.pk, now=now) for table in tables_of(book))


def rules_in_play(table: Table, now: datetime) -> tuple[HouseRules, Refusal | None]:
    """Return the rules in play at an open table, and why they are not those in force.

    The reason is None if they are in force, or will be applied with the next hand.
    """
    state = codec.decode_state(bytes(table.stream.state))
    house_rules = rules_at(table_id=table.pk, now=now)
    if state.rules == house_rules or state.hand is not None:
        return state.rules, None
    return state.rules, plaque_refusal(table, house_rules)
