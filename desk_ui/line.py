"""A player's own page: his places, what they mean in minutes, and every change of them with its reason.

No account and no names: whoever has the address sees one player's lines, and of others only how many stand ahead.
"""

import re
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk_ui import words
from desk_ui.hall import Game, Hall, hall_now
from poker.waiting.state import CHANGES, Line, Waiting
from tables.lists.told import off
from tables.models import ListChange

MOST = 40  # changes of one line that are told
PUT_DOWN = 60  # times that somebody was put down
LINES = 4  # that are told, with those that are over
LOOKED = 400  # and that are looked through
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,40}")


@dataclass(frozen=True, slots=True)
class Told:
    """One change: when, what, why."""

    at: str
    what: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Own:
    """One line of the player. place: 0 when the name is off; called: the seat, until when."""

    title: str
    place: int
    of: int
    wait: str
    off: str
    called: str
    until: str
    told: list[Told]


@require_GET
@never_cache
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The lines of whoever has this token."""
    first = ListChange.objects.filter(token=token, event="name.added").order_by("-seq")
    added = list(first.select_related("lists")[:PUT_DOWN]) if TOKEN.fullmatch(token) else []
    if not added:
        raise Http404
    now = timezone.now()
    hall = hall_now(added[0].lists.room_id, now)
    # Where he stands now comes before what is over, however often he was put down since.
    stands = [row for row in added if hall.lists.holding(row.number)]
    over = [row for row in added if row not in stands]
    added = [*stands, *over][: max(len(stands), LINES)]
    games = {game.key: game for game in hall.games}
    owns = [_own(row, hall, games.get(row.key)) for row in added]
    context = {"name": added[0].name, "owns": owns, "now": words.clock(now)}
    answer = render(request, "desk_ui/line.html", context)
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _own(row: ListChange, hall: Hall, game: Game | None) -> Own:
    line = hall.lists.line(row.key)
    one = line.find(row.number) if line else None
    if line is None or one is None:
        told = _told(row, hall.seq, 0)
        return Own(title=row.title, place=0, of=0, wait="", off="", called="", until="", told=told)
    at = line.at(row.number)
    ahead = sum(other.state == "waiting" for other in line.places[: at - 1])
    free = game.open_seats if game else 0
    return Own(
        title=line.title,
        place=at,
        of=len(line.places),
        wait=_wait(line, game, hall, ahead + 1, free),
        off=words.off(off(hall.room_id, line.key)) if _runs(line, game) else "",
        called=_called(one),
        until=words.clock(one.until) if one.until else "",
        told=_told(row, hall.seq, at),
    )


def _runs(line: Line, game: Game | None) -> bool:
    """Whether it is the list of a game; an interest list is one once its game runs."""
    return line.kind not in CHANGES and (game is None or game.to_go is None)


def _wait(line: Line, game: Game | None, hall: Hall, place: int, free: int) -> str:
    """Where no game runs no seat can be left, and nobody estimates when a certain chair is."""
    if line.kind in CHANGES:
        return words.CHANGE
    if game is not None and game.to_go is not None:
        return words.opens(game.to_go)
    return words.waits(hall.wait(line.key, place, free))


def _called(one: Waiting) -> str:
    return f"Table {one.table}, seat {one.seat}" if one.state != "waiting" else ""


def _told(added: ListChange, until: int, place: int) -> list[Told]:
    """What happened to this name and to its place, the newest first; others have no names here.

    Read backwards from the entry `until`, at which it stands at `place`, 0 for not any more.
    """
    rows = ListChange.objects.filter(lists=added.lists, key=added.key, seq__gte=added.seq)
    rows, told = rows.filter(seq__lte=until), []
    if not place:
        last = rows.filter(number=added.number).order_by("-seq").first() or added
        told, place, rows = [_of_own(last)], last.before, rows.filter(seq__lt=last.seq)
    for row in rows.order_by("-seq", "-number")[:LOOKED]:
        if row.number == added.number:
            told.append(_of_own(row))
            place = row.before
            continue
        before = _was(place, row)
        what = _of_other(row, before, place)
        if what:
            told.append(Told(words.clock(row.at), what, row.reason))
        place = before
    return told[:MOST]


def _of_own(row: ListChange) -> Told:
    what = words.own(row.event, row.before, row.to, row.table, row.seat)
    return Told(words.clock(row.at), what, row.reason)


def _of_other(row: ListChange, before: int, place: int) -> str:
    """What somebody else's change means here; "" where it is only that a name in front has gone."""
    if before != place and row.event in ("name.moved", "name.added"):
        put = "Somebody was put down" if row.reason else "A local was put down"
        moved = "Somebody was moved" if row.event == "name.moved" else put
        return f"{moved}: your place went from {before} to {place}"
    if row.ahead and row.event in ("name.called", "name.seated") and row.before > before:
        return "Somebody behind you was called first"
    return ""


def _was(place: int, row: ListChange) -> int:
    """A place before something happened to another name of the list."""
    if row.before == row.to:
        return place
    if row.to and row.to < place:
        place -= 1
    if row.before and row.before <= place:
        place += 1
    return place
