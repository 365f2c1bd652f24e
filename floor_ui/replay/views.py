"""Pages to find a hand, step through it, and download it as PHH or evidence."""

import re
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui.replay.evidence import evidence_build
from floor_ui.replay.hand_lookup import (
    HandLocation,
    at_entry,
    at_time,
    find_hand,
    table_named,
)
from floor_ui.replay.hand_query import QUERY_LENGTH, parse_hand_query, time_range
from floor_ui.replay.page import HandPage
from floor_ui.replay.special_hands import OPTIONS, SpecialHand, special_hands
from poker.currency import amounts_of
from poker.phh.write import write
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import Room, Staff
from staff.permissions import may
from tables.models import Table
from tables.table_names import other_table_by_name, table_by_name
from web.addresses import address
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.rooms import selected_room

PART = "X-Part"  # header of a request for only the diagram of a step
_HAND = re.compile(r"\d{1,9}")
_ENTRY = re.compile(r"e(\d{1,18})")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?")


@require_GET
@for_staff("rulings.view_ruling")
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Find a hand, or list the newest hands of a kind."""
    room, rooms = selected_room(request, staff)
    text = request.GET.get("q", "").strip()[:QUERY_LENGTH]
    day = request.GET.get("day", "")[:10]
    kind = request.GET.get("kind", "")
    context: dict[str, Any] = {
        "staff": staff,
        "at_room": room,
        "rooms": rooms,
        "query": text,
        "day": day,
        "kind": kind,
        "kinds": OPTIONS,
        "table_name": request.GET.get("table", "").strip()[:QUERY_LENGTH],
    }
    status = 200
    if room and kind in dict(OPTIONS):
        try:
            context["hands"] = _of_kind(room, kind, context["table_name"])
        except Refusal as refusal:
            context["kind_refused"] = refusal_message(refusal)
            status = http_status(refusal)
    elif text:
        try:
            hand_location = find_hand(
                parse_hand_query(text), room=room, day=_day(day), now=timezone.now()
            )
            return redirect(_url(hand_location))
        except Refusal as refusal:
            context["refused"] = refusal_message(refusal)
            status = http_status(refusal)
    return render(request, "floor_ui/replay/index.html", context, status=status)


@require_GET
@for_staff("rulings.view_ruling")
def hand(request: HttpRequest, staff: Staff, room: int, table: str, where: str) -> HttpResponse:
    """Show a hand at one of its steps."""
    banked = other_table_by_name(table, room)
    if banked is not None:
        return redirect(_banked_url(banked, where))
    at = _table(room, table)
    try:
        if not _HAND.fullmatch(where):
            return redirect(_url(_location(at, where)))
        step = request.GET.get("step", "")
        number = int(step) if step.isascii() and step.isdecimal() and len(step) < 9 else 1
        page = _page(at, int(where), staff, step=number)
    except Refusal as refusal:
        return _refused(request, staff, at, refusal)
    may_teach = may(staff, "rulings.change_book")
    context = {"page": page, "staff": staff, "at_room": at.room, "may_teach": may_teach}
    with amounts_of(in_chips=page.step.table.event is not None):
        stage = "_stage.html" if PART in request.headers else "hand.html"
        response = render(request, f"floor_ui/replay/{stage}", context)
    if PART in request.headers:
        return response
    record(
        staff,
        "hand_replayed",
        now=timezone.now(),
        about=at,
        room=at.room_id,
        table=at.pk,
        after={"hand": page.hand},
    )
    return response


@require_GET
@for_staff("rulings.view_ruling")
def phh(request: HttpRequest, staff: Staff, room: int, table: str, number: int) -> HttpResponse:
    """Download the hand as PHH if the format can express it."""
    at = _table(room, table)
    try:
        page = _page(at, number, staff)
        text = write([logged_command.batch for logged_command in page.commands])
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
@for_staff("rulings.view_ruling")
def evidence(
    request: HttpRequest, staff: Staff, room: int, table: str, number: int
) -> HttpResponse:
    """Download the evidence bundle of a hand. The audit log records its digest and creator."""
    at = _table(room, table)
    now = timezone.now()
    try:
        evidence_file = evidence_build(page=_page(at, number, staff), by=staff, now=now)
    except Refusal as refusal:
        return _refused(request, staff, at, refusal, hand=number)
    record(
        staff,
        "evidence_made",
        now=now,
        about=at,
        room=at.room_id,
        table=at.pk,
        after={"hand": number, "digest": evidence_file.digest},
    )
    return _file(evidence_file.data, evidence_file.name, "application/zip")


def _of_kind(room: Room, kind: str, table_name: str) -> list[SpecialHand]:
    table = table_named(table_name, room) if table_name else None
    return special_hands(room, kind, table=table, now=timezone.now())


def _table(room: int, name: str) -> Table:
    table = table_by_name(name, room)
    if table is None:
        raise Http404
    return table


def _page(at: Table, number: int, staff: Staff, *, step: int = 1) -> HandPage:
    return HandPage(at, number, at=step, sees_incidents=may(staff, "rulings.view_incident"))


def _location(at: Table, where: str) -> HandLocation:
    """Resolve the other URLs of a hand: by an entry or by a time."""
    if match := _ENTRY.fullmatch(where):
        return at_entry(at, int(match[1]))
    if _TIME.fullmatch(where):
        query = parse_hand_query(f"T {where}")
        return at_time(at, *time_range(query, timezone.localtime()))
    raise Http404


def _url(hand_location: HandLocation) -> str:
    where = [hand_location.table.room_id, hand_location.table.name, str(hand_location.hand)]
    at = f"?{urlencode({'step': hand_location.step})}" if hand_location.step else ""
    return reverse("replay:hand", args=where) + at


def _banked_url(table: Table, where: str) -> str:
    """Return the address of a round, or of the round of an entry, at a table whose game is not poker."""
    if match := _ENTRY.fullmatch(where):
        return f"{address('banked entry', table.name, int(match[1]))}?room={table.room_id}"
    if not _HAND.fullmatch(where):
        raise Http404
    return f"{address('banked round', table.name, int(where))}?room={table.room_id}"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _refused(
    request: HttpRequest, staff: Staff, at: Table, refusal: Refusal, *, hand: int | None = None
) -> HttpResponse:
    context = {
        "staff": staff,
        "at_room": at.room,
        "table": at,
        "hand": hand,
        "refused": refusal_message(refusal),
    }
    return render(request, "floor_ui/replay/refused.html", context, status=http_status(refusal))


def _file(data: bytes, name: str, kind: str) -> HttpResponse:
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}"'}
    return HttpResponse(data, content_type=kind, headers=headers)
