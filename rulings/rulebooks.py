"""Rulebooks of rooms and tables, and their version in force."""

from datetime import datetime

from django.db import transaction

from rulings.models import Book, RulebookVersion
from staff.models import Room, Staff
from staff.permissions import require
from tables.models import EffectiveRules, Table
from tables.stored_commands import StoredAtTable

FIRST_REASON = "Guide defaults."


def book_of_room(*, room: Room, now: datetime) -> Book:
    """Return a room's rulebook, created with the guides' defaults as version 1 if there is none."""
    existing = Book.objects.filter(room=room, table=None).first()
    if existing is not None:
        return existing
    with transaction.atomic():
        book, is_new = Book.objects.get_or_create(
            room=room, table=None, defaults={"name": room.name}
        )
        if is_new:
            version_store(book=book, number=1, settings={}, reason=FIRST_REASON, effective_from=now)
    return book


def book_of_table(*, table: Table, staff: Staff) -> Book:
    """Return a table's custom rulebook. Until its first version takes effect, the table uses the room's."""
    require(staff, "rulings.change_book")
    book, _ = Book.objects.get_or_create(
        room=table.room, table=table, defaults={"name": _book_name(table)}
    )
    return book


def rename_book(stored: StoredAtTable) -> None:
    """Name a table's custom rulebook after the table, whose name has changed."""
    table = Table.objects.select_related("room").get(pk=stored.stream_id)
    Book.objects.filter(table=table).update(name=_book_name(table))


def _book_name(table: Table) -> str:
    return f"{table.room}, {table.name}"


def version_store(
    *,
    book: Book,
    number: int,
    settings: dict[str, object],
    effective_from: datetime,
    **fields: object,
) -> RulebookVersion:
    """Store a version, and the row through which tables apply it; runs in the caller's transaction."""
    EffectiveRules.objects.create(
        room=book.room,
        table=book.table,
        book=book.table.name if book.table else "",
        version=number,
        settings=settings,
        effective_from=effective_from,
        withdrawn=bool(fields.get("withdraws")),
    )
    return RulebookVersion.objects.create(
        book=book, number=number, settings=settings, effective_from=effective_from, **fields
    )


def newest(book: Book) -> RulebookVersion | None:
    """Return the version published last, which may not be in effect yet, or None."""
    return book.versions.order_by("-number").first()


def in_force(book: Book, now: datetime) -> RulebookVersion | None:
    return book.versions.filter(effective_from__lte=now).order_by("-number").first()


def base_settings(book: Book) -> dict[str, object]:
    """Return the settings that a draft starts with: the newest version's, otherwise the room's."""
    last = newest(book)
    if book.table is not None and (last is None or last.withdraws):
        return basis_of_room(book)
    return dict(last.settings) if last else {}


def basis_of_room(book: Book) -> dict[str, object]:
    """Return the settings of the newest version of the room's own rulebook."""
    of_room = Book.objects.filter(room=book.room, table=None).first()
    last = newest(of_room) if of_room else None
    return dict(last.settings) if last else {}


def withdrawable(book: Book) -> bool:
    """Return whether a table's own rulebook is or will be in effect, so that it can be withdrawn."""
    last = newest(book)
    return book.table is not None and last is not None and not last.withdraws
