"""The page of a house-banked table, and its actions."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.contrib import messages as flash
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from banked.actions import banked_close, banked_execute, opening_command
from banked.corrections import payout_correct
from banked.pages.table_page import BankedTablePage
from banked.plaques import newest_plaques, plaque_post
from banked.rules.commands import BuyIn
from banked.rules.plaque import MOST_BOXES
from floor_ui.messages import refusal_message
from poker.formatting import money
from poker.refusal import Refusal
from staff.models import Room, Staff
from staff.permissions import require
from staff.staff_rooms import rooms_of
from tables.models import FormerTableName, Table
from web.guard import for_staff
from web.messages.refusals import http_status, is_about_role
from web.posted import (
    Flag,
    Posted,
    Signed,
    Verbatim,
    amount,
    choice,
    command_id,
    line,
    number,
)
from web.rooms import selected_room, with_room_in_address


class ActForm(Posted):
    """The fields that several actions post."""

    command: Annotated[str, command_id(40)]
    reason: Annotated[str, line(200)]  # the chosen one
    written: Annotated[str, line(200)]
    plaque: Verbatim  # its name
    sure: Flag  # whether the plaque of an open table is to change

    @property
    def why(self) -> str:
        """Return the written reason, or else the chosen one."""
        return self.written or self.reason


def box_number(typed: str) -> int:
    """Return a posted box. Raises `Refusal`: `box_missing`."""
    value = number(2)(typed)
    if not 1 <= value <= MOST_BOXES:
        raise Refusal("box_missing")
    return value


class BuyInForm(Posted):
    box: Annotated[int, box_number]
    amount: Annotated[int, amount(least=1, longest=20)]


class CorrectForm(Signed):
    """A correction of a payout, signed by a supervisor."""

    command: Annotated[str, command_id(40)]
    round: Annotated[int, number(9)]
    box: Annotated[int, box_number]
    how: Annotated[str, choice(("more", "less"), Refusal("correction_direction"))]
    amount: Annotated[int, amount(least=0, longest=20)]
    reason: Annotated[str, line(200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankedAction:
    table: Table
    staff: Staff
    posted: QueryDict
    now: datetime


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
def at(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Redirect to a table's page by its number, in any room."""
    rows = _tables().filter(room__in=rooms_of(staff.user))
    table = get_object_or_404(rows, stream__id=pk)
    return redirect(_url(table))


@require_GET
@for_staff("rulings.view_ruling", "tables.keep_lists")
@with_room_in_address
def table(request: HttpRequest, staff: Staff, name: str) -> HttpResponse:
    """Show a house-banked table. A URL with a former name redirects to the current one."""
    at = table_of_request(request, staff, name)
    if at.name != name:
        return redirect(_url(at))
    return _page(request, staff, at)


@require_POST
@for_staff("rulings.view_ruling", "tables.keep_lists")
def act(request: HttpRequest, staff: Staff, name: str, act: str) -> HttpResponse:
    """Execute an action (open, close, plaque, buy in, correct), or show the page with the refusal and the input."""
    if act not in ACTS:
        raise Http404
    at = table_of_request(request, staff, name)
    action = BankedAction(table=at, staff=staff, posted=request.POST, now=timezone.now())
    try:
        require(staff, "tables.supervise")
        text = ACTS[act](action)
    except Refusal as refusal:
        return _page(request, staff, table_of_request(request, staff, name), act, refusal)
    flash.success(request, text)
    return redirect(_url(at))


def _open(action: BankedAction) -> str:
    form = ActForm.read(action.posted)
    banked_execute(
        table_id=action.table.pk,
        command_id=form.command,
        command=opening_command(action.table),
        actor=action.staff.key,
        now=action.now,
    )
    return f"{action.table.name} is open."


def _close(action: BankedAction) -> str:
    form = ActForm.read(action.posted)
    banked_close(
        table_id=action.table.pk,
        reason=form.why,
        command_id=form.command,
        actor=action.staff.key,
        now=action.now,
    )
    return f"{action.table.name} is closed."


def _plaque(action: BankedAction) -> str:
    form = ActForm.read(action.posted)
    plaque = next((row for row in newest_plaques() if row.name == form.plaque), None)
    if plaque is None:
        raise Refusal("no_plaque", "S-005", table=action.table.name)
    if action.table.view.table.open and not form.sure:
        facts = {"table": action.table.name, "plaque": plaque.name}
        raise Refusal("plaque_unconfirmed", "S-005", **facts)
    plaque_post(table=action.table, plaque=plaque, actor=action.staff.key, now=action.now)
    return f"{plaque.name} is posted at {action.table.name}."


def _buy_in(action: BankedAction) -> str:
    form = BuyInForm.read(action.posted)
    banked_execute(
        table_id=action.table.pk,
        command_id=ActForm.read(action.posted).command,
        command=BuyIn(form.box, form.amount),
        actor=action.staff.key,
        now=action.now,
    )
    return f"Box {form.box} bought in for {money(form.amount)}."


def _correct(action: BankedAction) -> str:
    form = CorrectForm.read(action.posted)
    paid = form.amount if form.how == "more" else -form.amount
    payout_correct(
        table=action.table,
        round_=form.round,
        box=form.box,
        paid=paid,
        reason=form.reason,
        now=action.now,
        command_id=form.command,
        **form.signature,
    )
    return f"Round {form.round}, box {form.box}: {money(form.amount)} {form.how} than logged."


ACTS: dict[str, Callable[[BankedAction], str]] = {
    "open": _open,
    "close": _close,
    "plaque": _plaque,
    "buy-in": _buy_in,
    "correct": _correct,
}


def _tables() -> QuerySet[Table]:
    rows = Table.every.select_related("stream", "room")
    return rows.filter(kind=Table.Kind.BANKED)


def table_of_request(request: HttpRequest, staff: Staff, name: str) -> Table:
    """Return the house-banked table of the page's room with this name, or the posted number. Raises Http404."""
    room, _ = selected_room(request, staff)
    table = _named(room, name, request.POST.get("id", "")) if room else None
    if table is None:
        raise Http404
    return table


def _named(room: Room, name: str, pk: str) -> Table | None:
    rows = _tables().filter(room=room)
    if pk.isdecimal() and len(pk) <= 18:
        return rows.filter(pk=int(pk)).first()
    table = rows.filter(name=name).first() or rows.filter(name__iexact=name).first()
    if table is not None:
        return table
    former = FormerTableName.objects.filter(table__room=room, name__iexact=name)
    key = former.order_by("-until", "-seq").values_list("table_id", flat=True).first()
    return rows.filter(pk=key).first()


def _url(at: Table) -> str:
    return f"{reverse('banked:table', args=[at.name])}?room={at.room_id}"


def _page(
    request: HttpRequest,
    staff: Staff,
    at: Table,
    act: str = "",
    refusal: Refusal | None = None,
) -> HttpResponse:
    now = timezone.now()
    typed = {key: request.POST.get(key, "")[:500] for key in request.POST} if act else {}
    context = {
        "staff": staff,
        "room": at.room,
        "several": selected_room(request, staff)[1][1:],
        "now": now,
        "page": BankedTablePage(at, staff, now),
        "act": act,
        "typed": typed,
        "refused": refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "banked/table.html", context, status=status)
