"""Views of players' hours: parse, call one action, render."""

import csv
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from msgspec.structs import replace

from players.models import Player
from players.roster import player_known
from poker.amounts import parse_amount
from poker.logs.codec import tag
from poker.refusal import Refusal
from promotions.funds import signer
from promotions.hours_log import hours_execute, load_hours
from promotions.hours_statement import balances, liability
from promotions.models import RedeemedHours
from promotions.pages.hours_page import HoursPage, find_player, read_token, slip_time
from promotions.pages.rates_form import WEEKDAYS, rate_rows, read_card, read_reward, typed_rows
from promotions.rules import hours_commands as c
from promotions.rules.drawings import ListedEntry
from promotions.rules.hours_events import HoursEvent, HoursRedeemed
from promotions.rules.hours_state import Drawing, Hours
from staff.audit.recording import record
from staff.models import Room, Staff
from staff.permissions import Permission, require
from staff.staff_rooms import room_or_404, rooms_of
from web.form_commands import command_id
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.printing.pdf import pdf
from web.printing.spreadsheet_cells import escape_formula
from web.rooms import selected_room, with_room_in_address

BYTE_ORDER_MARK = "\ufeff"  # Excel does not detect UTF-8 without it
SLIP = "80mm 110mm"


@require_GET
@for_staff("promotions.view_hours")
@with_room_in_address
def desk(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show a player's hours; the address names the player."""
    room, _ = selected_room(request, staff)
    return _desk(request, staff, room)


@require_POST
@for_staff("promotions.view_hours")
def act(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Execute a command of a form, and show the page it came from."""
    selected = room_or_404(staff.user, room)
    ask = request.POST.get("ask", "")
    show, permission, read = _FORMS.get(ask) or (_desk, "promotions.redeem_hours", _unknown)
    try:
        require(staff, permission)
        result = hours_execute(
            room_id=selected.pk,
            command_id=command_id(request),
            command=_approved(request, selected, _checked(read(request))),
            actor=staff.key,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return show(request, staff, selected, refusal)
    return redirect(_address(show, selected, request, result.events))


@require_GET
@for_staff("promotions.view_hours")
def slip(request: HttpRequest, staff: Staff, room: int, number: int) -> HttpResponse:
    """Return the slip of a redemption as PDF. A second print is a copy."""
    selected = room_or_404(staff.user, room)
    row = get_object_or_404(RedeemedHours, log__room=selected.pk, number=number)
    player = player_known(row.player)
    context = {
        "room": selected,
        "row": row,
        "name": player.alias if player else "",
        "by": staff.alias,
        "at": slip_time(timezone.localtime(row.at)),
        "size": SLIP,
        "is_copy": request.GET.get("copy") == "1",
    }
    return _pdf(pdf("promotions/printing/slip.html", context), f"hours-{number}")


@require_GET
@for_staff("promotions.view_hours")
def statement_pdf(request: HttpRequest, staff: Staff, room: int, player: int) -> HttpResponse:
    """Return a player's statement as PDF."""
    selected = room_or_404(staff.user, room)
    row = get_object_or_404(Player, pk=player)
    page = HoursPage(selected, staff, row, shows_all=True)
    context = {
        "room": selected,
        "page": page,
        "url": request.build_absolute_uri(reverse("hours:own", args=[page.token])),
        "at": slip_time(timezone.localtime(timezone.now())),
    }
    return _pdf(pdf("promotions/printing/statement.html", context), f"statement-{player}")


@require_GET
@for_staff("promotions.plan_promotion")
@with_room_in_address
def rates(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show rate card, rewards and liability."""
    room, _ = selected_room(request, staff)
    return _rates(request, staff, room)


@require_GET
@for_staff("promotions.plan_promotion")
@with_room_in_address
def liability_file(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Download the balances of all players as CSV. The download is recorded in the audit log."""
    room, _ = selected_room(request, staff)
    if room is None:
        raise Http404("no room")
    now = timezone.now()
    record(
        staff, "report_downloaded", now=now, about=("report", "hours.csv"), room=room.pk, after={}
    )
    return _csv(_liability_rows(room), "hours.csv")


@require_GET
@for_staff("promotions.view_hours")
@with_room_in_address
def drawings(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the drawings of a room."""
    room, _ = selected_room(request, staff)
    return _drawings(request, staff, room)


@require_GET
@for_staff("promotions.view_hours")
def entries_file(request: HttpRequest, staff: Staff, room: int, number: int) -> HttpResponse:
    """Download the closed list of a drawing as CSV, in its order."""
    selected = room_or_404(staff.user, room)
    return _csv(_entry_rows(_drawing_or_404(selected, number), with_names=True), "entries.csv")


@require_GET
@never_cache
def own_hours(request: HttpRequest, token: str) -> HttpResponse:
    """Show a player's own hours on the phone. The address is on the statement; anyone who has it sees the page."""
    read = read_token(token)
    room = Room.objects.filter(pk=read[0]).first() if read else None
    player = player_known(read[1]) if read else None
    if room is None or player is None:
        raise Http404("hours")
    page = HoursPage(room, None, player)
    answer = render(request, "promotions/own_hours.html", {"page": page, "room": room})
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_GET
@never_cache
def public_drawings(request: HttpRequest, room: int) -> HttpResponse:
    """Show the drawings of a room with their proof, without names."""
    selected = get_object_or_404(Room, pk=room)
    hours = load_hours(selected.pk)
    context = {"room": selected, "drawings": hours.drawings[::-1]}
    return render(request, "promotions/public_drawings.html", context)


@require_GET
@never_cache
def public_entries(request: HttpRequest, room: int, number: int) -> HttpResponse:
    """Return the closed list of a drawing by numbers of players, as its hash was made."""
    selected = get_object_or_404(Room, pk=room)
    drawing = _drawing_or_404(selected, number)
    lines = "".join(f"{entry.player}\t{entry.entries}\n" for entry in drawing.entries)
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


def _context(staff: Staff, room: Room | None, refusal: Refusal | None) -> dict[str, Any]:
    return {
        "staff": staff,
        "room": room,
        "rooms": list(rooms_of(staff.user)),
        "command": str(uuid4()),
        "refused": refusal_message(refusal) if refusal else "",
    }


def _render(
    request: HttpRequest, name: str, context: dict[str, Any], refusal: Refusal | None
) -> HttpResponse:
    status = http_status(refusal) if refusal else 200
    return render(request, f"promotions/{name}.html", context, status=status)


def _desk(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    typed = request.POST.get("player") or request.GET.get("player", "")
    player = find_player(typed)
    context = _context(staff, room, refusal)
    shows_all = request.GET.get("all") == "1"
    context |= {
        "page": HoursPage(room, staff, player, shows_all=shows_all) if room else None,
        "typed": typed,
        "is_unknown": bool(typed.strip()) and player is None,
        "done": request.GET.get("done", ""),
        "chosen": request.POST.get("reward", ""),
    }
    return _render(request, "hours", context, refusal)


def _rates(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    context = _context(staff, room, refusal)
    if room is not None:
        hours = load_hours(room.pk)
        context |= {
            "hours_state": hours,
            "rows": _rate_rows(request, hours, refusal),
            "form_data": request.POST.dict() if refusal else {},
            "card": hours.pending or hours.card,
            "weekdays": list(enumerate(WEEKDAYS)),
            "liability": liability(balances(room.pk).values()),
            "is_own": hours.proposed_by == staff.key,
        }
    return _render(request, "rates", context, refusal)


def _rate_rows(
    request: HttpRequest, hours: Hours, refusal: Refusal | None
) -> list[dict[str, object]]:
    if refusal and request.POST.get("ask") == "propose_card":
        return typed_rows(request.POST)
    return rate_rows(hours.pending or hours.card)


def _drawings(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    context = _context(staff, room, refusal)
    if room is not None:
        hours = load_hours(room.pk)
        keys = {key for drawing in hours.drawings for key in drawing.drawn}
        context |= {
            "drawings": hours.drawings[::-1],
            "names": {key: _name(key) for key in keys},
            "form_data": request.POST.dict() if refusal else {},
        }
    return _render(request, "drawings", context, refusal)


def _address(
    show: Callable[..., HttpResponse],
    room: Room,
    request: HttpRequest,
    events: Sequence[HoursEvent],
) -> str:
    query = {"room": room.pk}
    if show is _desk:
        player = request.POST.get("player", "")
        # The number of this redemption: another desk may have printed the room's next slip by now.
        slips = [event.redemption.number for event in events if isinstance(event, HoursRedeemed)]
        done = slips[0] if slips else ""
        return f"{reverse('hours:desk')}?{urlencode({**query, 'player': player, 'done': done})}"
    name = "hours:rates" if show is _rates else "hours:drawings"
    return f"{reverse(name)}?{urlencode(query)}"


def _name(key: str) -> str:
    player = player_known(key)
    return player.alias if player else key


def _drawing_or_404(room: Room, number: int) -> Drawing:
    drawing = load_hours(room.pk).drawing(number)
    if drawing is None:
        raise Http404(f"drawing {number}")
    return drawing


def _entry_rows(drawing: Drawing, *, with_names: bool) -> list[list[object]]:
    rows: list[list[object]] = [["player", "name", "entries"]]
    for entry in drawing.entries:
        rows.append(_entry_row(entry, with_names=with_names))
    return rows


def _entry_row(entry: ListedEntry, *, with_names: bool) -> list[object]:
    return [entry.player, _name(entry.player) if with_names else "", entry.entries]


def _liability_rows(room: Room) -> list[list[object]]:
    sums = balances(room.pk)
    aliases = dict(Player.objects.filter(pk__in=sums).values_list("pk", "alias"))
    rows: list[list[object]] = [
        ["player", "alias", "earned_minutes", "redeemed_minutes", "balance"]
    ]
    for player, (earned, redeemed) in sorted(sums.items()):
        rows.append([f"p{player}", aliases.get(player, ""), earned, redeemed, earned - redeemed])
    return rows


def _csv(rows: list[list[object]], name: str) -> HttpResponse:
    text = StringIO()
    csv.writer(text).writerows([escape_formula(str(cell)) for cell in row] for row in rows)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    content = BYTE_ORDER_MARK + text.getvalue()
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


def _pdf(content: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def _approved(request: HttpRequest, room: Room, command: c.HoursCommand) -> c.HoursCommand:
    """Return a command that promises something with the manager who approves it by badge and PIN."""
    if not isinstance(command, c.SetReward | c.AnnounceDrawing):
        return command
    second = signer(
        room.pk,
        request.POST.get("badge", "")[:10],
        request.POST.get("pin", "")[:8],
        "promotions.plan_promotion",
        timezone.now(),
    )
    return replace(command, approved=second.key)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "").strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise Refusal("rate_number", "", text=text[:20])
    return int(text)


def _text(request: HttpRequest, name: str) -> str:
    text = request.POST.get(name, "").strip()[:200]
    if not text:
        raise Refusal("drawing_blank", "", field=name.replace("_", " "))
    return text


def _redeem(request: HttpRequest) -> c.HoursCommand:
    player = find_player(request.POST.get("player", ""))
    key = player.key if player else request.POST.get("player", "")[:40] or "?"
    return c.Redeem(key, request.POST.get("reward", "")[:40] or "-")


def _announce(request: HttpRequest) -> c.HoursCommand:
    return c.AnnounceDrawing(
        title=_text(request, "title")[:80],
        first_day=_text(request, "first_day"),
        last_day=_text(request, "last_day"),
        minutes=60 * max(1, _number(request, "hours")),
        winners=max(1, min(100, _number(request, "winners"))),
        prize=parse_amount(_text(request, "prize"), least=0),
        source=_text(request, "source"),
    )


def _checked(command: c.HoursCommand) -> c.HoursCommand:
    """Return a command whose fields fit their types. Raises `Refusal`: `bad_ask`."""
    try:
        return msgspec.convert(msgspec.to_builtins(command), type(command))
    except msgspec.ValidationError as error:
        detail = str(error)[:200]
        raise Refusal("bad_ask", "", name=str(tag(type(command))), detail=detail) from error


def _unknown(request: HttpRequest) -> c.HoursCommand:
    raise Refusal("unknown_ask", "", name=request.POST.get("ask", "")[:40])


Show = Callable[..., HttpResponse]
Read = Callable[[HttpRequest], c.HoursCommand]
_FORMS: dict[str, tuple[Show, Permission, Read]] = {
    "redeem": (_desk, "promotions.redeem_hours", _redeem),
    "undo_redemption": (
        _desk,
        "promotions.redeem_hours",
        lambda request: c.UndoRedemption(_number(request, "number")),
    ),
    "propose_card": (
        _rates,
        "promotions.plan_promotion",
        lambda request: c.ProposeCard(read_card(request.POST)),
    ),
    "confirm_card": (
        _rates,
        "promotions.plan_promotion",
        lambda request: c.ConfirmCard(_number(request, "version")),
    ),
    "drop_card": (_rates, "promotions.plan_promotion", lambda request: c.DropCard()),
    "set_reward": (
        _rates,
        "promotions.plan_promotion",
        lambda request: read_reward(request.POST),
    ),
    "announce_drawing": (_drawings, "promotions.run_drawing", _announce),
    "close_list": (
        _drawings,
        "promotions.run_drawing",
        lambda request: c.CloseList(_number(request, "number")),
    ),
    "draw": (
        _drawings,
        "promotions.run_drawing",
        lambda request: c.Draw(_number(request, "number"), _text(request, "published")),
    ),
    "redraw": (
        _drawings,
        "promotions.run_drawing",
        lambda request: c.Redraw(_number(request, "number"), _text(request, "absent")[:40]),
    ),
    "cancel_drawing": (
        _drawings,
        "promotions.run_drawing",
        lambda request: c.CancelDrawing(_number(request, "number"), _text(request, "reason")),
    ),
}
