"""The draft of the next version, saved choice by choice by one manager at a time."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from poker.refusal import Refusal
from rulings.audit_values import choice_changes, format_time
from rulings.models import Book, RulebookDraft
from rulings.rulebook import Rulebook, rulebook
from rulings.rulebook_messages import day_time
from rulings.rulebooks import base_settings, basis_of_room, withdrawable
from staff.audit.recording import record
from staff.models import Staff
from staff.permissions import require

REASON_LENGTH = 500  # characters of a reason
MINUTE = timedelta(minutes=1)  # the page does not show seconds

Change = Callable[[RulebookDraft], None]


def draft_save(
    *,
    book: Book,
    staff: Staff,
    seen: int,
    chosen: dict[str, str],
    reason: str,
    effective_from: datetime | None,
    now: datetime,
) -> RulebookDraft:
    """Save choices (clause: option), reason and date; without a date the draft takes effect when published.

    Raises `Refusal`: `no_clause`, `no_option`, `date_past`, `reason_long`, and `draft_moved_on` if the sender has not
    seen the last revision.
    """
    if len(reason) > REASON_LENGTH:
        raise Refusal("reason_long", "", longest=REASON_LENGTH)
    if effective_from is not None:
        not_past(effective_from, now)
    values = dict(_choice(clause, option) for clause, option in chosen.items())

    def change(draft: RulebookDraft) -> None:
        for field, value in values.items():
            choose(draft.settings, field, value)
        draft.reason = reason.strip()
        draft.effective_from = effective_from

    return _change_draft(book=book, staff=staff, seen=seen, now=now, change=change)


def draft_preset(
    *, book: Book, staff: Staff, seen: int, preset: str, now: datetime
) -> RulebookDraft:
    """Replace the draft's settings with a preset. Raises `Refusal`: `no_preset`."""
    new_preset = rulebook().preset(preset)
    if new_preset is None:
        raise Refusal("no_preset", "", preset=preset)
    settings = rulebook().by_fields(new_preset)

    def change(draft: RulebookDraft) -> None:
        draft.settings = settings
        draft.withdraws = False

    return _change_draft(book=book, staff=staff, seen=seen, now=now, change=change)


def draft_withdraw(*, book: Book, staff: Staff, seen: int, now: datetime) -> RulebookDraft:
    """Propose that a table return to the room's rulebook. Raises `Refusal`: `nothing_to_withdraw`."""
    if not withdrawable(book):
        raise Refusal("nothing_to_withdraw", "")
    settings = basis_of_room(book)

    def change(draft: RulebookDraft) -> None:
        draft.settings = settings
        draft.withdraws = True

    return _change_draft(book=book, staff=staff, seen=seen, now=now, change=change)


def draft_discard(
    *, book: Book, staff: Staff, seen: int, clause: str, now: datetime
) -> RulebookDraft | None:
    """Discard the change of one clause, or the whole draft if `clause` is ""."""
    if clause:
        field = clause_field(clause)

        def change(draft: RulebookDraft) -> None:
            before = base_settings(book)
            setting = rulebook().by_field(field)
            assert setting is not None
            choose(draft.settings, field, before.get(field, setting.default))

        return _change_draft(book=book, staff=staff, seen=seen, now=now, change=change)
    require(staff, "rulings.change_book")
    with transaction.atomic():
        draft = _lock_draft(book, seen)
        if draft is not None:
            given_up: _DraftState = (False, {}, "", None)
            _record_change(draft, staff, now, "draft_discarded", _draft_state(draft), given_up)
            draft.delete()
    return None


def not_past(effective_from: datetime, now: datetime) -> None:
    """Raise `Refusal`: `date_past` for a past date, because past hands keep the version under which they were dealt."""
    if effective_from <= now - MINUTE:
        raise Refusal("date_past", "")


def clause_field(clause: str, book: Rulebook | None = None) -> str:
    """Return the engine's field of a clause. Raises `Refusal`: `no_clause`."""
    setting = (book or rulebook()).by_clause(clause)
    if setting is None:
        raise Refusal("no_clause", "", clause=clause)
    return setting.field


def _choice(clause: str, option: str) -> tuple[str, object]:
    field = clause_field(clause)
    setting = rulebook().by_field(field)
    choice = setting.option_by_key(option) if setting else None
    if choice is None:
        raise Refusal("no_option", "", clause=clause, option=option)
    return field, choice.value


def choose(settings: dict[str, object], field: str, value: object) -> None:
    """Set a choice in settings, which store only differences from the defaults."""
    setting = rulebook().by_field(field)
    if setting is not None and setting.default == value:
        settings.pop(field, None)
    else:
        settings[field] = value


def _change_draft(
    *, book: Book, staff: Staff, seen: int, now: datetime, change: Change
) -> RulebookDraft:
    require(staff, "rulings.change_book")
    with transaction.atomic():
        draft = _lock_draft(book, seen)
        if draft is None:
            draft = RulebookDraft(
                book=book, settings=base_settings(book), proposed_by=staff, saved_at=now
            )
        before = _draft_state(draft)
        change(draft)
        if before[0] and draft.settings != before[1]:
            draft.withdraws = False  # choosing an option cancels the withdrawal
        if _draft_state(draft) != before:
            draft.proposed_by = staff
            draft.saved_at = now
            draft.revision = draft.revision + 1
            draft.save()
            _record_change(draft, staff, now, "draft_saved", before, _draft_state(draft))
    return draft


def _record_change(
    draft: RulebookDraft,
    staff: Staff,
    now: datetime,
    verb: str,
    before: "_DraftState",
    after: "_DraftState",
) -> None:
    """Record the audit event: each choice, the reason, the date, and whether the draft withdraws."""
    was, by_now = (
        {**choices, "withdraws": state[0], "reason": state[2], "counts from": format_time(state[3])}
        for choices, state in zip(choice_changes(before[1], after[1]), (before, after), strict=True)
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


_DraftState = tuple[bool, dict[str, object], str, datetime | None]


def _draft_state(draft: RulebookDraft) -> _DraftState:
    return draft.withdraws, dict(draft.settings), draft.reason, draft.effective_from


def _lock_draft(book: Book, seen: int) -> RulebookDraft | None:
    """Return the draft, locked until the transaction ends. Raises `Refusal` if the sender saw another revision."""
    Book.objects.select_for_update().get(pk=book.pk)
    draft = RulebookDraft.objects.select_related("proposed_by").filter(book=book).first()
    if (draft.revision if draft else 0) != seen:
        raise moved_on(book, draft)
    return draft


def moved_on(book: Book, draft: RulebookDraft | None) -> Refusal:
    """Return the refusal for a concurrent edit: who made it, and whether the draft was saved or published."""
    if draft is not None:
        return Refusal(
            "draft_moved_on", "", name=draft.proposed_by.alias, at=day_time(draft.saved_at)
        )
    last = book.versions.select_related("published_by").order_by("-number").first()
    name = last.published_by.alias if last and last.published_by else ""
    if not name:
        return Refusal("no_draft")
    return Refusal("draft_gone", "", version=last.number if last else 0, name=name)
