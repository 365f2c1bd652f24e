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
from poker.waiting.estimate import wait
from poker.waiting.state import Line, Waiting
from tables.chairs import chairs
from tables.lists.asking import lists_now
from tables.lists.freed import freed
from tables.models import ListChange

MOST = 40  # changes of one line
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
    called: str
    until: str
    told: list[Told]


@require_GET
@never_cache
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The lines of whoever has this token."""
    first = ListChange.objects.filter(token=token, event="name.added").order_by("-seq")
    added = list(first.select_related("lists")[:4]) if TOKEN.fullmatch(token) else []
    if not added:
        raise Http404
    now = timezone.now()
    room_id = added[0].lists.room_id
    lists, rate = lists_now(room_id).lists, freed(room_id, now)
    tables = chairs(room_id, lists)
    empty = {
        row.key: sum(len(table.open_seats) for table in tables if table.key == row.key)
        for row in added
    }
    owns = [_own(row, lists.line(row.key), rate.get(row.key, 0), empty[row.key]) for row in added]
    context = {"name": added[0].name, "owns": owns, "now": words.clock(now)}
    answer = render(request, "desk_ui/line.html", context)
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _own(row: ListChange, line: Line | None, rate: int, empty: int) -> Own:
    one = line.find(row.number) if line else None
    told = _told(row)
    if line is None or one is None:
        return Own(title=row.title, place=0, of=0, wait="", called="", until="", told=told)
    at = line.at(row.number)
    ahead = sum(other.state == "waiting" for other in line.places[: at - 1])
    return Own(
        title=line.title,
        place=at,
        of=len(line.places),
        wait=words.waits(wait(ahead + 1, rate, open_seats=empty)),
        called=_called(one),
        until=words.clock(one.until) if one.until else "",
        told=told,
    )


def _called(one: Waiting) -> str:
    return f"Table {one.table}, seat {one.seat}" if one.state != "waiting" else ""


def _told(added: ListChange) -> list[Told]:
    """What happened to this name and to its place, the newest first; others have no names here."""
    rows = ListChange.objects.filter(lists=added.lists, key=added.key, seq__gte=added.seq)
    place, told = added.to, []
    for row in rows.order_by("seq", "number").iterator():
        if row.number == added.number:
            place = row.to
            what = words.own(row.event, row.before, row.to, row.table, row.seat)
            told.append(Told(words.clock(row.at), what, row.reason))
            if not place:
                break
            continue
        after = _shifted(place, row)
        if after != place and row.event in ("name.moved", "name.added"):
            moved = "Somebody was moved" if row.event == "name.moved" else "A local was put down"
            what = f"{moved}: your place went from {place} to {after}"
            told.append(Told(words.clock(row.at), what, row.reason))
        elif row.ahead and row.event in ("name.called", "name.seated") and row.before > place:
            what = "Somebody behind you was called first"
            told.append(Told(words.clock(row.at), what, row.reason))
        place = after
    return told[: -MOST - 1 : -1]


def _shifted(place: int, row: ListChange) -> int:
    """A place after something happened to another name of the list."""
    if row.before == row.to:
        return place
    if row.before and row.before < place:
        place -= 1
    if row.to and row.to <= place:
        place += 1
    return place
