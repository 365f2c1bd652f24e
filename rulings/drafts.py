"""The draft of the next version: saved choice by choice, by one manager at a time."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from audit.recording import record
from poker.refusal import Refusal
from rulings.books import basis, basis_of_room, must, withdrawable
from rulings.models import Book, Draft
from rulings.rulebook import Rulebook, rulebook
from rulings.told import choices_told, time_told
from tables.models import Staff

LONGEST = 500  # letters of a reason
MINUTE = timedelta(minutes=1)  # the page has no seconds

Change = Callable[[Draft], None]


def draft_save(
    *,
    book: Book,
    staff: Staff,
    seen: int,
    chosen: dict[str, str],
    reason: str,
    effective_from: datetime | None,
    now: datetime,
) -> Draft:
    """Keep choices (clause: option), reason and date; `None` counts from the publication.

    Refuses `no_clause`, `no_option`, `date_past`, `reason_long`, and `draft_moved_on` for who did not see the last.
    """
    if len(reason) > LONGEST:
        raise Refusal("reason_long", "", longest=LONGEST)
    if effective_from is not None:
        not_past(effective_from, now)
    values = dict(_choice(clause, option) for clause, option in chosen.items())

    def change(draft: Draft) -> None:
        for field, value in values.items():
            choose(draft.settings, field, value)
        draft.reason, draft.effective_from = reason.strip(), effective_from

    return _changed(book=book, staff=staff, seen=seen, now=now, change=change)


def draft_preset(*, book: Book, staff: Staff, seen: int, preset: str, now: datetime) -> Draft:
    """Begin again from one of the rulebook's sets. Refuses `no_preset`."""
    found = rulebook().preset(preset)
    if found is None:
        raise Refusal("no_preset", "", preset=preset)
    settings = rulebook().by_fields(found)

    def change(draft: Draft) -> None:
        draft.settings, draft.withdraws = settings, False

    return _changed(book=book, staff=staff, seen=seen, now=now, change=change)


def draft_withdraw(*, book: Book, staff: Staff, seen: int, now: datetime) -> Draft:
    """Propose that a table goes back to the room's rulebook. Refuses `nothing_to_withdraw`."""
    if not withdrawable(book):
        raise Refusal("nothing_to_withdraw", "")
    settings = basis_of_room(book)

    def change(draft: Draft) -> None:
        draft.settings, draft.withdraws = settings, True

    return _changed(book=book, staff=staff, seen=seen, now=now, change=change)


def draft_discard(
    *, book: Book, staff: Staff, seen: int, clause: str, now: datetime
) -> Draft | None:
    """Give up the change of one clause, or with "" the whole draft."""
    if clause:
        field = clause_field(clause)

        def change(draft: Draft) -> None:
            before = basis(book)
            setting = rulebook().by_field(field)
            assert setting is not None
            choose(draft.settings, field, before.get(field, setting.default))

        return _changed(book=book, staff=staff, seen=seen, now=now, change=change)
    must(staff, "rulings.change_book")
    with transaction.atomic():
        draft = _locked(book, seen)
        if draft is not None:
            given_up: _Said = (False, {}, "", None)
            _told(draft, staff, now, "draft_discarded", _said(draft), given_up)
            draft.delete()
    return None


def not_past(effective_from: datetime, now: datetime) -> None:
    """Refuses a date that is over: what was dealt was dealt by the version of its time."""
    if effective_from <= now - MINUTE:
        raise Refusal("date_past", "")


def clause_field(clause: str, book: Rulebook | None = None) -> str:
    """The engine's setting that a clause is about. Refuses `no_clause`."""
    setting = (book or rulebook()).by_clause(clause)
    if setting is None:
        raise Refusal("no_clause", "", clause=clause)
    return setting.field


def _choice(clause: str, option: str) -> tuple[str, Any]:
    field = clause_field(clause)
    setting = rulebook().by_field(field)
    found = setting.option_by_key(option) if setting else None
    if found is None:
        raise Refusal("no_option", "", clause=clause, option=option)
    return field, found.value


def choose(settings: dict[str, Any], field: str, value: Any) -> None:
    """Put a choice among settings that keep only what differs from the guides'."""
    setting = rulebook().by_field(field)
    if setting is not None and setting.default == value:
        settings.pop(field, None)
    else:
        settings[field] = value


def _changed(*, book: Book, staff: Staff, seen: int, now: datetime, change: Change) -> Draft:
    must(staff, "rulings.change_book")
    with transaction.atomic():
        draft = _locked(book, seen)
        if draft is None:
            draft = Draft(book=book, settings=basis(book), proposed_by=staff, saved_at=now)
        before = _said(draft)
        change(draft)
        if before[0] and draft.settings != before[1]:
            draft.withdraws = False  # who chooses something again keeps the rulebook
        if _said(draft) != before:
            draft.proposed_by, draft.saved_at, draft.revision = staff, now, draft.revision + 1
            draft.save()
            _told(draft, staff, now, "draft_saved", before, _said(draft))
    return draft


def _told(
    draft: Draft, staff: Staff, now: datetime, verb: str, before: "_Said", after: "_Said"
) -> None:
    """For the search of who did what: choices one by one, reason, date, and whether it withdraws."""
    was, by_now = (
        {**choices, "withdraws": said[0], "reason": said[2], "counts from": time_told(said[3])}
        for choices, said in zip(choices_told(before[1], after[1]), (before, after), strict=True)
    )
    book = draft.book
    record(
        staff,
        verb,
        now=now,
        about=book,
        room=book.room_id,
        table=book.table_id,
        before=was,
        after=by_now,
    )


_Said = tuple[bool, dict[str, Any], str, datetime | None]


def _said(draft: Draft) -> _Said:
    return draft.withdraws, dict(draft.settings), draft.reason, draft.effective_from


def _locked(book: Book, seen: int) -> Draft | None:
    """The draft, held until the transaction ends. Refuses whoever saw another one than this."""
    Book.objects.select_for_update().get(pk=book.pk)
    draft = Draft.objects.select_related("proposed_by").filter(book=book).first()
    if (draft.revision if draft else 0) != seen:
        raise moved_on(book, draft)
    return draft


def moved_on(book: Book, draft: Draft | None) -> Refusal:
    """Somebody else was faster: who, and whether the draft was saved, or is gone because it was published."""
    if draft is not None:
        return Refusal("draft_moved_on", "", name=draft.proposed_by.alias, at=draft.saved_at)
    last = book.versions.select_related("published_by").order_by("-number").first()
    name = last.published_by.alias if last and last.published_by else ""
    return Refusal("draft_gone", "", version=last.number if last else 0, name=name)
