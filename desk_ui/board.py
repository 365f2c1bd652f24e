"""The public board: what runs, who waits by alias, who is called, which seats are open. Nobody signs in.

It takes from the lists and tables only what it names here: aliases, places, tables, times. No keys, tokens or cards.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk_ui import words
from desk_ui.columns import Column, Name, pages
from desk_ui.hall import Hall, hall_now
from desk_ui.once import Once
from desk_ui.short import short
from poker.waiting.state import Line
from tables.chairs import Chairs
from tables.lists.games import key_of
from tables.models import Plaque, Room

One = TypeVar("One")
CALLS, SEATS = 2, 3  # that stand side by side


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Somebody who is called or has a seat held: where to, until when."""

    name: str
    table: str
    game: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Empty chairs of a game that nobody waits for."""

    title: str
    seats: int


@require_GET
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """To the first room's board."""
    room = Room.objects.order_by("pk").first()
    if room is None:
        raise Http404
    return redirect("board:room", room.pk)


@require_GET
@never_cache
def board(request: HttpRequest, room: int) -> HttpResponse:
    """The board of a room; it asks for itself again and again (`board.js`)."""
    found, now = get_object_or_404(Room, pk=room), timezone.now()
    context = {
        "room": found,
        "board": drawn(room, now),
        "clock": words.clock(now),
        "now": _unix(now),
    }
    answer = render(request, "desk_ui/board.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


_DRAWN: Once[tuple[Hall, SafeString]] = Once(8)


def drawn(room_id: int, now: datetime) -> SafeString:
    """The lists, calls and seats as HTML: made once for all screens, until a list or a chair is another one."""
    hall = hall_now(room_id, now)

    def make() -> tuple[Hall, SafeString]:
        return hall, render_to_string("desk_ui/_board.html", {"board": Board(hall)})

    # The room is kept with it: so long as it is, no other one has its id.
    return _DRAWN.get(id(hall), make)[1]


class Board:
    """What the board shows of a room at a moment."""

    def __init__(self, hall: Hall) -> None:
        """Take aliases, places, tables and times, and nothing else."""
        self._lines = hall.lists.lines
        self._tables = hall.tables
        self._hall = hall
        self._empty = Counter(table.key for table in self._tables for _ in table.open_seats)
        self._titles = self._titled()
        self.pages = [
            (page, [one.title for one in after]) for page, after in _with_next(pages(self._columns))
        ]
        self.calls = _side_by_side(self._calls(), CALLS)
        self.open = _side_by_side(self._open(), SEATS)

    @property
    def _columns(self) -> list[Column]:
        """Lists with names, interest lists, and games that are full; in the lists' order, then the tables'."""
        lines = {line.key: line for line in self._lines}
        found = []
        for key in self._titles:
            line, tables = lines.get(key), self._running(key)
            if line and line.kind in ("seat_change", "table_change"):
                continue  # for those who have a seat
            names = bool(line and line.places)
            if (
                names
                or (tables and not self._empty[key])
                or (line and line.kind == "interest" and not tables)
            ):
                found.append(self._column(key, line, tables))
        return found

    def _column(self, key: str, line: Line | None, tables: list[Chairs]) -> Column:
        places = line.places if line else ()
        called = sum(one.state != "waiting" for one in places)
        coming = self._hall.wait(key, len(places) - called + 1, self._empty[key])
        to_go = line.wants - len(places) if line and line.kind == "interest" and not tables else 0
        return Column(
            key=key,
            title=self._titles[key],
            tables=words.tables(len(tables)),
            wait=words.opens(to_go) if not tables else words.between(coming),
            names=tuple(
                Name(place=at, name=one.name, table=one.table if one.state != "waiting" else "")
                for at, one in enumerate(places, 1)
            ),
        )

    def _calls(self) -> list[Call]:
        """The newest first: its clock runs longest."""
        found = [
            (one, line)
            for line in self._lines
            for one in line.places
            if one.state != "waiting" and one.table
        ]
        return [
            Call(
                name=one.name,
                table=words.table(one.table),
                game=self._titles[line.key],
                until=words.clock(one.until) if one.until else "",
            )
            for one, line in sorted(found, key=lambda pair: -pair[0].until)
        ]

    def _open(self) -> list[Open]:
        waiting = {
            line.key
            for line in self._lines
            if any(one.here and one.state == "waiting" for one in line.places)
        }
        return [
            Open(title=title, seats=self._empty[key])
            for key, title in self._titles.items()
            if self._empty[key] and key not in waiting
        ]

    def _running(self, key: str) -> list[Chairs]:
        return [table for table in self._tables if table.key == key]

    def _titled(self) -> dict[str, str]:
        """Short titles by key, lists first; where two would be the same, with a table of theirs."""
        long = {line.key: line.title for line in self._lines}
        for table in self._tables:
            long.setdefault(table.key, table.title)
        known: dict[str, str] = {}
        for plaque in Plaque.objects.order_by("name", "-version"):
            if key_of(plaque.name) in long:
                known.setdefault(key_of(plaque.name), short(plaque))
        said = {key: known.get(key, title) for key, title in long.items()}
        often = Counter(said.values())
        return {
            key: f"{title} {self._running(key)[0].name}"
            if often[title] > 1 and self._running(key)
            else title
            for key, title in said.items()
        }


def _side_by_side(found: list[One], most: int) -> list[list[One]]:
    return [found[at : at + most] for at in range(0, len(found), most)]


def _with_next(found: list[list[Column]]) -> list[tuple[list[Column], list[Column]]]:
    """Each page with the one that follows it; with none where there is one page."""
    if len(found) == 1:
        return [(found[0], [])]
    return [(page, found[(at + 1) % len(found)]) for at, page in enumerate(found)]


def _unix(now: datetime) -> int:
    return int(now.timestamp() * 1000)
