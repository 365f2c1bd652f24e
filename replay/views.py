"""Finding a hand, stepping through it, taking it along: as PHH, as evidence."""

import re
from datetime import date
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from audit.recording import record
from floor_ui.guard import of_floor
from floor_ui.rooms import chosen
from poker.phh.write import write
from poker.refusal import Refusal
from replay import words
from replay.asking import LONGEST, asked, moment
from replay.evidence import evidence_make
from replay.finding import Found, at_entry, at_time, find
from replay.page import HandPage
from rulings.incidents.roles import may as may_incident
from tables.models import Staff, Table

PART = "X-Part"  # only the picture of a step is asked for
_HAND = re.compile(r"\d{1,9}")
_ENTRY = re.compile(r"e(\d{1,18})")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?")


@require_GET
@of_floor
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Which hand."""
    room, rooms = chosen(request)
    said = request.GET.get("q", "").strip()[:LONGEST]
    day = request.GET.get("day", "")[:10]
    context = {"staff": staff, "at_room": room, "rooms": rooms, "said": said, "day": day}
    status = 200
    if said:
        try:
            found = find(asked(said), room=room, day=_day(day), now=timezone.now())
            return redirect(_url(found))
        except Refusal as refusal:
            context["refused"], status = words.sentence(refusal), words.status(refusal)
    return render(request, "replay/index.html", context, status=status)


@require_GET
@of_floor
def hand(request: HttpRequest, staff: Staff, room: int, table: str, where: str) -> HttpResponse:
    """A hand at one of its steps."""
    at = _table(room, table)
    try:
        if not _HAND.fullmatch(where):
            return redirect(_url(_found(at, where)))
        step = request.GET.get("step", "")
        number = int(step) if step.isascii() and step.isdecimal() and len(step) < 9 else 1
        page = _page(at, int(where), staff, step=number)
    except Refusal as refusal:
        return _refused(request, staff, at, refusal)
    context = {"page": page, "staff": staff, "at_room": at.room}
    if PART in request.headers:
        return render(request, "replay/_stage.html", context)
    record(
        staff,
        "hand_replayed",
        now=timezone.now(),
        about=at,
        room=at.room_id,
        table=at.pk,
        after={"hand": page.hand},
    )
    return render(request, "replay/hand.html", context)


@require_GET
@of_floor
def phh(request: HttpRequest, staff: Staff, room: int, table: str, number: int) -> HttpResponse:
    """The hand as PHH, where the format has words for it."""
    at = _table(room, table)
    try:
        page = _page(at, number, staff)
        text = write([one.batch for one in page.told])
    except Refusal as refusal:
        return _refused(request, staff, at, refusal, hand=number)
    record(
        staff,
        "hand_exported",
        now=timezone.now(),
        about=at,
        room=at.room_id,
        table=at.pk,
        after={"hand": number},
    )
    return _file(
        text.encode(), f"{at.room.name}-{at.name}-{number}.phh", "text/plain; charset=utf-8"
    )


@require_POST
@of_floor
def evidence(
    request: HttpRequest, staff: Staff, room: int, table: str, number: int
) -> HttpResponse:
    """The evidence bundle of a hand; who made it, and its digest, are written down."""
    at, now = _table(room, table), timezone.now()
    try:
        made = evidence_make(page=_page(at, number, staff), by=staff, now=now)
    except Refusal as refusal:
        return _refused(request, staff, at, refusal, hand=number)
    record(
        staff,
        "evidence_made",
        now=now,
        about=at,
        room=at.room_id,
        table=at.pk,
        after={"hand": number, "digest": made.digest},
    )
    return _file(made.data, made.name, "application/zip")


def _table(room: int, name: str) -> Table:
    rows = Table.objects.select_related("stream", "room")
    return get_object_or_404(rows, room=room, name=name)


def _page(at: Table, number: int, staff: Staff, *, step: int = 1) -> HandPage:
    return HandPage(at, number, at=step, sees_incidents=may_incident(staff, "see"))


def _found(at: Table, where: str) -> Found:
    """Another address of a hand: by an entry, by a time."""
    if found := _ENTRY.fullmatch(where):
        return at_entry(at, int(found[1]))
    if _TIME.fullmatch(where):
        said = asked(f"T {where}")
        return at_time(at, *moment(said, timezone.localtime()))
    raise Http404


def _url(found: Found) -> str:
    where = [found.table.room_id, found.table.name, str(found.hand)]
    at = f"?{urlencode({'step': found.step})}" if found.step else ""
    return reverse("replay:hand", args=where) + at


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _refused(
    request: HttpRequest, staff: Staff, at: Table, refusal: Refusal, *, hand: int | None = None
) -> HttpResponse:
    """A page of one sentence, with the way back."""
    context = {
        "staff": staff,
        "at_room": at.room,
        "table": at,
        "hand": hand,
        "refused": words.sentence(refusal),
    }
    return render(request, "replay/refused.html", context, status=words.status(refusal))


def _file(data: bytes, name: str, kind: str) -> HttpResponse:
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}"'}
    return HttpResponse(data, content_type=kind, headers=headers)
