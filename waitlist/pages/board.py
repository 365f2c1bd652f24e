"""The public board: waitlists by alias, called players, running games without a list. There is no sign-in.

Of waitlists and tables it reads only aliases, positions, tables and times; no keys, tokens or cards.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from threading import Condition

from cachetools import cached
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from journal.caches import BOARDS
from journal.unix_time import milliseconds
from staff.models import Room
from tables.opening_hours import opening_state
from waitlist import messages
from waitlist.board_messages import texts_in_force
from waitlist.join_code import join_code
from waitlist.models import BoardSettings
from waitlist.models.board import board_settings_of
from waitlist.pages.called_strip import ONE_ROW, called_players, rows_below
from waitlist.pages.columns import (
    COLUMNS_PER_PAGE,
    ROWS,
    BoardList,
    Column,
    board_pages,
    message_list,
    sized_names,
)
from waitlist.pages.qr_codes import join_url, qr_image
from waitlist.pages.room_snapshot import RoomSnapshot, current_room_snapshot, named_change
from waitlist.pages.screen_page import is_allowed_screen
from waitlist.pages.text_width import cut_into
from waitlist.rules.state import CHANGES, Waitlist
from waitlist.seat_availability import TableSeats
from web.addresses import address

# Maximum for a page while four or more players are called; their names are also in the lists.
HURRIED_SECONDS = 8
# Width of the games without a list, in hundredths of the font size.
NO_LIST_WIDTH = 1850
NO_LIST_GAP = 100
# Width of the index of pages, in px.
FOOT_WIDTH = 1824
FOOT_GAP = 16
FOOT_SIZE = 32
MAX_LABELED_PAGES = 6  # with more pages, the index names only the page that is shown
MESSAGES_TITLE = "From the house"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWithoutList:
    """A running game without waiting players."""

    title: str
    detail: str
    tables: int

    @property
    def text(self) -> str:
        """Return the line as people read it, to measure its width."""
        return f"{self.title} {self.detail}" if self.detail else self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """A page of the lists and its label in the index."""

    columns: list[Column]
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedBoard:
    """A board as HTML, and the number of names on its lists.

    snapshot: what it shows. It is stored with the HTML, so that no other object can get its id.
    """

    html: SafeString
    name_count: int
    snapshot: RoomSnapshot


@require_GET
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Redirect to the first room's board."""
    room = Room.objects.order_by("pk").first()
    if room is None:
        raise Http404
    return redirect("board:room", room.pk)


@require_GET
@never_cache
def board(request: HttpRequest, room: int) -> HttpResponse:
    """Show the board of a room; `board.js` keeps re-fetching it."""
    rooms = Room.objects.select_related("board_settings")
    selected = get_object_or_404(rooms, pk=room)
    now = timezone.now()
    settings = board_settings_of(selected)
    url = join_url(request, room) if selected.joins_by_phone else ""
    rendered = rendered_board(selected, now, named_change(request), url)
    context = {
        "room": selected,
        "board": rendered.html,
        "name_count": rendered.name_count,
        "has_voice": settings.voice,
        "promotion_seconds": settings.promotion_seconds,
        "promotion_board": address("promotion board", room),
        "clock": messages.format_public_time(now),
        "hours": room_hours_text(selected.opening_hours, now),
        "now": milliseconds(now),
        "join_code": join_code(room, now) if url and is_allowed_screen(request, room) else "",
        "joins": bool(url),
    }
    answer = render(request, "waitlist/board.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def room_hours_text(hours: str, now: datetime) -> str:
    """Return text for players: whether a room with these hours is open now; "" if it never closes."""
    return messages.opening_text(opening_state(timezone.localtime(now), hours), now)


def rendered_board(room: Room, now: datetime, change: str = "", join: str = "") -> RenderedBoard:
    """Return strip, lists and index, rendered once for all screens until a waitlist, a seat, the minute or a message of
    the house changes.

    change: as `named_change`; join: URL of the page for joining by phone, "" if the house has none.
    """
    settings = board_settings_of(room)
    texts = texts_in_force(settings.messages, now)
    snapshot = current_room_snapshot(room.pk, now, change)
    return _shared_board(snapshot, tuple(texts), settings.page_seconds, join)


def _key(snapshot: RoomSnapshot, texts: tuple[str, ...], page_seconds: int, join: str) -> Hashable:
    return id(snapshot), texts, page_seconds, join


@cached(BOARDS, key=_key, condition=Condition())
def _shared_board(
    snapshot: RoomSnapshot, texts: tuple[str, ...], page_seconds: int, join: str
) -> RenderedBoard:
    shown = Board(snapshot, texts, page_seconds)
    context = {"board": shown, "join_image": qr_image(join) if join else ""}
    html = render_to_string("waitlist/_board.html", context)
    return RenderedBoard(html=html, name_count=shown.name_count, snapshot=snapshot)


class Board:
    """The board of a room at one moment."""

    def __init__(
        self,
        snapshot: RoomSnapshot,
        texts: tuple[str, ...] = (),
        page_seconds: int = BoardSettings.PAGE_SECONDS,
    ) -> None:
        """Copy aliases, positions, tables and times, and nothing else."""
        self._waitlists = snapshot.lists.lists
        self._tables = snapshot.tables
        self._snapshot = snapshot
        self._open_seats = Counter(table.key for table in self._tables for _ in table.open_seats)
        self._titles = snapshot.short_titles
        self.calls = called_players(
            entry for waitlist in self._waitlists for entry in waitlist.entries
        )
        self.has_two_rows = len(self.calls) > ONE_ROW
        rows = rows_below(len(self.calls))
        self.page_seconds = page_seconds if rows == ROWS else min(page_seconds, HURRIED_SECONDS)
        lists = self._lists()
        self.name_count = sum(len(board_list.names) for board_list in lists)
        if texts:
            lists.append(message_list(MESSAGES_TITLE, texts))
        self.pages = _labeled(board_pages(lists, rows))
        # A free column of the last page shows how to join by phone.
        self.has_free_column = len(self.pages[-1].columns) < COLUMNS_PER_PAGE
        self.has_labels = len(self.pages) <= MAX_LABELED_PAGES
        without = self._without_list()
        self.no_list = [
            [without[at] for at in group]
            for group in cut_into([game.text for game in without], NO_LIST_WIDTH, NO_LIST_GAP)
        ]
        self.no_list_tables = messages.tables_each([game.tables for game in without])

    def _lists(self) -> list[BoardList]:
        """Return each waitlist with names, and each interest list of a game that does not run, in plaque order."""
        by_key = {waitlist.key: waitlist for waitlist in self._waitlists}
        return [
            self._list(waitlist, self._running(key))
            for key in self._titles
            if (waitlist := by_key.get(key)) and self._has_list(waitlist)
        ]

    def _has_list(self, waitlist: Waitlist) -> bool:
        if waitlist.kind in CHANGES:
            return False  # only for players who have a seat
        return bool(waitlist.entries) or (
            waitlist.kind == "interest" and not self._running(waitlist.key)
        )

    def _list(self, waitlist: Waitlist, tables: list[TableSeats]) -> BoardList:
        entries = waitlist.entries
        key = waitlist.key
        called = sum(entry.state != "waiting" for entry in entries)
        coming = self._snapshot.wait(key, len(entries) - called + 1, self._open_seats[key])
        is_interest = waitlist.kind == "interest" and not tables
        to_go = waitlist.wants - len(entries) if is_interest else 0
        return BoardList(
            key=key,
            title=self._titles[key],
            tables=messages.tables(len(tables)),
            wait=messages.wait_range(coming) if tables else messages.interest_status(to_go),
            names=sized_names([(entry.name, entry.state != "waiting") for entry in entries]),
        )

    def _without_list(self) -> list[GameWithoutList]:
        listed = {waitlist.key for waitlist in self._waitlists if self._has_list(waitlist)}
        return [
            GameWithoutList(
                title=title,
                detail=messages.no_list_detail(self._open_seats[key]),
                tables=len(tables),
            )
            for key, title in self._titles.items()
            if (tables := self._running(key)) and key not in listed
        ]

    def _running(self, key: str) -> list[TableSeats]:
        return self._snapshot.tables_of(key)


def _labeled(pages: list[list[Column]]) -> list[BoardPage]:
    shown = min(len(pages), MAX_LABELED_PAGES)
    width = (FOOT_WIDTH - FOOT_GAP * (shown - 1)) // shown * 100 // FOOT_SIZE
    return [
        BoardPage(columns=page, label=messages.page_label(_titles(page), width)) for page in pages
    ]


def _titles(page: list[Column]) -> list[str]:
    """Return the titles on a page, each once."""
    sections = [section for column in page for section in column]
    return list(dict.fromkeys(section.board_list.title for section in sections))
