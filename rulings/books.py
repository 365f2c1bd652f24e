"""Rulebooks of rooms and tables, and which version of one is in force."""

from datetime import datetime
from typing import Any

from django.db import transaction

from poker.refusal import Refusal
from rulings.models import Book, Version
from tables.models import Room, RulesFrom, Staff, Table

FIRST = "The guides' defaults."


def book_of_room(*, room: Room, now: datetime) -> Book:
    """A room's rulebook. One that has none yet plays by the guides' defaults, which are its version 1."""
    found = Book.objects.filter(room=room, table=None).first()
    if found is not None:
        return found
    with transaction.atomic():
        book, made = Book.objects.get_or_create(room=room, table=None, defaults={"name": room.name})
        if made:
            version_store(book=book, number=1, settings={}, reason=FIRST, effective_from=now)
    return book


def book_of_table(*, table: Table, staff: Staff) -> Book:
    """A rulebook of a table's own. Until its first version counts the table plays by the room's."""
    must(staff, "rulings.change_book")
    book, _ = Book.objects.get_or_create(
        room=table.room, table=table, defaults={"name": f"{table.room}, {table.name}"}
    )
    return book


def version_store(
    *, book: Book, number: int, settings: dict[str, Any], effective_from: datetime, **said: Any
) -> Version:
    """A version, and the row by which tables take it up; the caller has the transaction."""
    RulesFrom.objects.create(
        room=book.room,
        table=book.table,
        book=book.table.name if book.table else "",
        version=number,
        settings=settings,
        effective_from=effective_from,
        withdrawn=bool(said.get("withdraws")),
    )
    return Version.objects.create(
        book=book, number=number, settings=settings, effective_from=effective_from, **said
    )


def newest(book: Book) -> Version | None:
    """The version published last, which may count only later; None where a table's own book is still empty."""
    return book.versions.order_by("-number").first()


def in_force(book: Book, now: datetime) -> Version | None:
    """The version that counts by now."""
    return book.versions.filter(effective_from__lte=now).order_by("-number").first()


def basis(book: Book) -> dict[str, Any]:
    """The settings that a draft begins with: the newest version's, else the room's."""
    last = newest(book)
    if book.table is not None and (last is None or last.withdraws):
        return basis_of_room(book)
    return dict(last.settings) if last else {}


def basis_of_room(book: Book) -> dict[str, Any]:
    """The settings of the newest version of the room's own rulebook."""
    of_room = Book.objects.filter(room=book.room, table=None).first()
    last = newest(of_room) if of_room else None
    return dict(last.settings) if last else {}


def withdrawable(book: Book) -> bool:
    """Whether a table's own rulebook counts or will, so that it can be withdrawn."""
    last = newest(book)
    return book.table is not None and last is not None and not last.withdraws


def must(staff: Staff, permission: str) -> None:
    """Refuses somebody whose role does not have a permission, or who no longer works here."""
    if not staff.user.is_active or not staff.user.has_perm(permission):
        raise Refusal("not_a_manager", "", name=staff.alias)
