"""The public board: running games, waitlists by alias, calls and open seats. There is no sign-in.

It uses only what is named here from waitlists and tables: aliases, positions, tables and times; no keys, tokens or
cards.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from threading import Condition
from typing import TypeVar

from cachetools import cached
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from floor_ui.desk import messages
from floor_ui.desk.columns import BoardColumn, BoardName, pages
from floor_ui.desk.room_snapshot import RoomSnapshot, current_room_snapshot, told_change
from floor_ui.desk.short_names import short_name
from journal.caches import BOARDS
from journal.unix_time import milliseconds
from poker.waitlist.state import Waitlist
from tables.models import Plaque, Room
from tables.opening_hours import opening_state
from tables.seat_availability import TableSeats
from tables.waitlist.game_keys import key_of

One = TypeVar("One")
CALLS, SEATS = 2, 3  # side by side


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCall:
    """A called player or a held seat: where, until when."""

    name: str
    table: str
    game: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOpenSeats:
    """Open seats of a game without waiting players."""

    title: str
    seats: int


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
    selected, now = get_object_or_404(Room, pk=room), timezone.now()
    context = {
        "room": selected,
        "board": board_html(room, now, told_change(request)),
        "clock": messages.format_public_time(now),
        "hours": room_hours_text(selected.opening_hours, now),
        "now": _unix(now),
    }
    answer = render(request, "floor_ui/desk/board.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def room_hours_text(hours: str, now: datetime) -> str:
    """Return whether a room with these hours is open now, as text for players; "" if it never closes."""
    return messages.opening_text(opening_state(timezone.localtime(now), hours), now)


def board_html(room_id: int, now: datetime, change: str = "") -> SafeString:
    """Return waitlists, calls and seats as HTML, rendered once for all screens until a waitlist or a seat
    changes. change: as `told_change`.
    """
    return _shared_board(current_room_snapshot(room_id, now, change))[1]


@cached(BOARDS, key=id, condition=Condition())
def _shared_board(snapshot: RoomSnapshot) -> tuple[RoomSnapshot, SafeString]:
    # The snapshot is stored with the HTML, so that no other object can get its id.
    return snapshot, render_to_string("floor_ui/desk/_board.html", {"board": Board(snapshot)})


class Board:
    """The board of a room at one moment."""

    def __init__(self, snapshot: RoomSnapshot) -> None:
        """Copy aliases, positions, tables and times, and nothing else."""
        self._lines = snapshot.lists.lines
        self._tables = snapshot.tables
        self._hall = snapshot
        self._empty = Counter(table.key for table in self._tables for _ in table.open_seats)
        self._titles = self._titled()
        self.pages = [
            (page, [column.title for column in after])
            for page, after in _with_next(pages(self._columns))
        ]
        self.calls = _side_by_side(self._calls(), CALLS)
        self.open_seats = _side_by_side(self._open(), SEATS)

    @property
    def _columns(self) -> list[BoardColumn]:
        """Return a column per waitlist with entries, interest list or full game: waitlists first, then other
        games.
        """
        lines = {line.key: line for line in self._lines}
        results = []
        for key in self._titles:
            line, tables = lines.get(key), self._running(key)
            if line and line.kind in ("seat_change", "table_change"):
                continue  # only for players who have a seat
            names = bool(line and line.places)
            if (
                names
                or (tables and not self._empty[key])
                or (line and line.kind == "interest" and not tables)
            ):
                results.append(self._column(key, line, tables))
        return results

    def _column(self, key: str, waitlist: Waitlist | None, tables: list[TableSeats]) -> BoardColumn:
        entries = waitlist.places if waitlist else ()
        called = sum(entry.state != "waiting" for entry in entries)
        coming = self._hall.wait(key, len(entries) - called + 1, self._empty[key])
        to_go = (
            waitlist.wants - len(entries)
            if waitlist and waitlist.kind == "interest" and not tables
            else 0
        )
        return BoardColumn(
            key=key,
            title=self._titles[key],
            tables=messages.tables(len(tables)),
            wait=messages.interest_status(to_go) if not tables else messages.wait_range(coming),
            names=tuple(
                BoardName(
                    position=at,
                    name=entry.name,
                    table=entry.table if entry.state != "waiting" else "",
                )
                for at, entry in enumerate(entries, 1)
            ),
        )

    def _calls(self) -> list[BoardCall]:
        """Return the calls, newest first, because their clocks run longest."""
        calls = [
            (entry, waitlist)
            for waitlist in self._lines
            for entry in waitlist.places
            if entry.state != "waiting" and entry.table
        ]
        return [
            BoardCall(
                name=entry.name,
                table=messages.table(entry.table),
                game=self._titles[waitlist.key],
                until=messages.format_public_time(entry.until) if entry.until else "",
            )
            for entry, waitlist in sorted(calls, key=lambda pair: -pair[0].until)
        ]

    def _open(self) -> list[BoardOpenSeats]:
        waiting = {
            waitlist.key
            for waitlist in self._lines
            if any(entry.here and entry.state == "waiting" for entry in waitlist.places)
        }
        return [
            BoardOpenSeats(title=title, seats=self._empty[key])
            for key, title in self._titles.items()
            if self._empty[key] and key not in waiting
        ]

    def _running(self, key: str) -> list[TableSeats]:
        return [table for table in self._tables if table.key == key]

    def _titled(self) -> dict[str, str]:
        """Return short titles by key, waitlists first; equal titles get the name of a table."""
        long = {waitlist.key: waitlist.title for waitlist in self._lines}
        for table in self._tables:
            long.setdefault(table.key, table.title)
        known: dict[str, str] = {}
        for plaque in Plaque.objects.order_by("name", "-version"):
            if key_of(plaque.name) in long:
                known.setdefault(key_of(plaque.name), short_name(plaque))
        data = {key: known.get(key, title) for key, title in long.items()}
        often = Counter(data.values())
        return {
            key: f"{title} {self._running(key)[0].name}"
            if often[title] > 1 and self._running(key)
            else title
            for key, title in data.items()
        }


def _side_by_side(items: list[One], most: int) -> list[list[One]]:
    return [items[at : at + most] for at in range(0, len(items), most)]


def _with_next(
    board_pages: list[list[BoardColumn]],
) -> list[tuple[list[BoardColumn], list[BoardColumn]]]:
    """Return each page with the one that follows it; a single page is followed by nothing."""
    if len(board_pages) == 1:
        return [(board_pages[0], [])]
    return [(page, board_pages[(at + 1) % len(board_pages)]) for at, page in enumerate(board_pages)]


def _unix(now: datetime) -> int:
    return milliseconds(now)
