"""The list of all settings: one row for each page, with the current setting."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from manage_ui.messages import counted
from manage_ui.page_permissions import is_open_to
from manage_ui.plaques import newest
from manage_ui.settings_page import SettingsPage
from manage_ui.views import banked
from manage_ui.views.board import BoardPage
from manage_ui.views.house import CurrencyPage, SignInsPage, TimeZonePage
from manage_ui.views.house_charges import CollectionPage
from manage_ui.views.ladder import LadderPage
from manage_ui.views.policies import (
    AbsencesPage,
    MailsPage,
    RetentionPage,
    SectionsPage,
    WaitlistPage,
)
from manage_ui.views.room import MeasuresPage, MessagesPage, ShiftsPage
from rulings.models import Book, RulebookVersion
from rulings.rulebooks import in_force
from staff.models import Room, Staff
from tables.models import Device, Table
from tables.natural_order import SortKey, natural_order
from web.guard import PageUser


@dataclass(frozen=True, slots=True)
class SettingsList:
    """A page that lists rows, such as tables. It has the attributes that a `SettingsPage` declares."""

    url_name: str
    title: str
    description: str
    permission: str
    summary: Callable[[Room, datetime], str]


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One settings page in the list."""

    url_name: str
    title: str
    description: str
    summary: str


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """Rows under one heading."""

    title: str
    rows: list[SettingRow]


def settings_summary(room: Room, by: PageUser, now: datetime) -> list[SettingGroup]:
    """Return the settings pages that this account may open, in the order in which a room is set up."""
    groups = []
    for title, pages in GROUPS:
        rows = [
            SettingRow(page.url_name, page.title, page.description, page.summary(room, now))
            for page in pages
            if is_open_to(by, page.permission)
        ]
        if rows:
            groups.append(SettingGroup(title, rows))
    return groups


@dataclass(frozen=True, slots=True)
class RulebookSummary:
    """A rulebook with its version in force and its newest version."""

    book: Book
    version: RulebookVersion | None
    newest: RulebookVersion | None

    @property
    def is_pending(self) -> bool:
        """Return whether the newest version has not taken effect yet."""
        return self.newest is not None and self.version != self.newest


def rules(room: Room, now: datetime) -> list[RulebookSummary]:
    """Return the room's rulebook, then the tables' rulebooks by table name."""
    books = Book.objects.filter(room=room).select_related("table")
    rulebooks = [
        RulebookSummary(book, in_force(book, now), book.versions.order_by("-number").first())
        for book in books
    ]
    return sorted(rulebooks, key=lambda summary: _rulebook_order(summary.book))


def _rulebook_order(book: Book) -> tuple[bool, SortKey]:
    return book.table is not None, natural_order(book.table.name if book.table else "")


def _plaques(room: Room, now: datetime) -> str:
    plaque_rows = newest()
    behind = sum(len(plaque_row.outdated_tables) for plaque_row in plaque_rows)
    late = f", {counted(behind, 'table')} on an older version" if behind else ""
    return f"{counted(len(plaque_rows), 'plaque')}{late}"


def _rules(room: Room, now: datetime) -> str:
    rulebooks = rules(room, now)
    own = sum(
        1
        for rulebook in rulebooks
        if rulebook.book.table is not None and rulebook.version and not rulebook.version.withdraws
    )
    first = next((rulebook.version for rulebook in rulebooks if rulebook.book.table is None), None)
    message = f"Version {first.number}" if first else "Guide defaults"
    return f"{message}, {counted(own, 'table')} with its own rulebook" if own else message


def _tables(room: Room, now: datetime) -> str:
    tables = list(Table.objects.filter(room=room).select_related("stream"))
    return f"{counted(len(tables), 'table')}, {sum(table.is_open for table in tables)} open"


def _devices(room: Room, now: datetime) -> str:
    devices = Device.objects.filter(table__room=room, revoked_at=None)
    paired = devices.exclude(token_hash=None).count()
    silent = Table.objects.filter(room=room, heard__silent=True).count()
    return f"{paired} paired" + (f", {silent} offline" if silent else "")


def _staff(room: Room, now: datetime) -> str:
    of_room = Q(rooms=room) | Q(house_wide=True)
    staff = Staff.objects.filter(of_room, user__is_active=True).distinct()
    locked = staff.filter(delays__until__gt=now).distinct().count()
    return f"{staff.count()} active" + (f", {locked} locked out" if locked else "")


# The pages in the order of the list.
GROUPS: tuple[tuple[str, tuple[type[SettingsPage[Any, Any]] | SettingsList, ...]], ...] = (
    (
        "Games",
        (
            SettingsList("plaques", "Plaques", "Games, limits and buy-ins", "plaques", _plaques),
            CollectionPage,
            SettingsList(
                "rules",
                "House rules",
                "Rulebook versions and where each is in force",
                "see",
                _rules,
            ),
            SettingsList("tables", "Tables", "Names, seats and opening plaque", "tables", _tables),
            SettingsList(
                "banked",
                "House-banked games",
                "Plaques and tables of Spanish 21 and blackjack",
                "tables",
                banked.summary,
            ),
            banked.DecisionsPage,
        ),
    ),
    (
        "Running the room",
        (
            MeasuresPage,
            CurrencyPage,
            TimeZonePage,
            WaitlistPage,
            AbsencesPage,
            SectionsPage,
            ShiftsPage,
            LadderPage,
            BoardPage,
            MessagesPage,
        ),
    ),
    (
        "Staff and access",
        (
            SettingsList(
                "staff", "Staff", "Add, change role or PIN, unlock, deactivate", "staff", _staff
            ),
            SignInsPage,
            SettingsList("devices", "Tablets", "Pair, check and revoke", "devices", _devices),
        ),
    ),
    ("Records and reports", (RetentionPage, MailsPage)),
)
