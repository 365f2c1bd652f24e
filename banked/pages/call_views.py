"""The page of a call at a house-banked table, its actions, and the page of its ruling."""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from banked.pages.call_page import BankedCallPage
from banked.pages.ruling_page import BankedRulingPage
from banked.rules.plaque import MOST_BOXES
from banked.rulings import BankedRuling, Void, banked_ruling_accept, banked_ruling_override
from floor_ui.messages import refusal_message
from poker.refusal import Refusal
from rulings.calls import follow_ups, responses
from rulings.calls.models import Call, Ruling
from rulings.calls.override_reasons import OTHER, REASONS
from staff.models import Staff
from staff.permissions import may
from staff.staff_rooms import rooms_of
from tables.models import Table
from web.floor_screens import notify_floor
from web.guard import for_staff
from web.last_room import remember_room
from web.messages.refusals import http_status, is_about_role
from web.posted import Posted, Signed, Text, Verbatim, choice, number, text

LIVE = "HX-Request"  # header of a page that refreshes itself, so no one opened the call
REASON_LENGTH = 500
VOIDS: tuple[Void, ...] = ("", "void_round", "void_box")
ACTS = ("answer", "report", "escalate", "cancel", "accept", "override")


def box_number(typed: str) -> int:
    """Return a posted box; 0 for none."""
    value = number(2)(typed)
    return value if value <= MOST_BOXES else 0


class ActionForm(Posted):
    """The fields that the actions on a call post; each action posts some of them."""

    how: Verbatim  # the answer
    key: Annotated[str, text(60, strip=False)]  # what happened
    box: Annotated[int, box_number]
    reason: Annotated[str, text(200)]  # for canceling the call


class AcceptForm(Signed):
    """A ruling on what the page showed. seen: the irregularity that it showed."""

    seen: Annotated[str, text(60, strip=False)]
    box: Annotated[int, box_number]


class OverrideForm(AcceptForm):
    """Another remedy, or a ruling in the supervisor's own words, with the reason."""

    remedy: Annotated[str, text(60, strip=False)]
    reason: Annotated[str, choice(dict(REASONS), Refusal("no_reason"))]
    written: Text
    result: Annotated[str, text(REASON_LENGTH)]
    do: Annotated[str, choice(VOIDS, Refusal("bad_command", name="do", detail=""))]

    @property
    def full_reason(self) -> str:
        """Return the reason with its text. Raises `Refusal`: `no_reason`."""
        if self.reason == OTHER and not self.written:
            raise Refusal("no_reason")
        parts = [self.written] if self.reason == OTHER else [self.reason, self.written]
        return ": ".join(part for part in parts if part)[:REASON_LENGTH]

    @property
    def chosen(self) -> BankedRuling:
        do: Void = "void_round" if self.do == "void_round" else ""
        return BankedRuling(
            reported=self.seen,
            remedy=self.remedy,
            result=self.result,
            do="void_box" if self.do == "void_box" else do,
            box=self.box,
            reason=self.full_reason,
        )


class RecordForm(Signed):
    """An appeal or a correction of a ruling."""

    kind: Verbatim
    result: Text
    reason: Text


@require_GET
@for_staff("rulings.view_ruling")
def call(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show a call. Opening it acknowledges it, unless the viewer raised it."""
    at = _call(staff, pk)
    if at.status != Call.Status.OPEN:
        return _closed_page(request, staff, at)
    opened = LIVE not in request.headers and may(staff, "tables.supervise")
    if opened and not at.seen_at and at.called_by_id != staff.pk:
        with suppress(Refusal):  # whether the call has just ended, which the page then shows
            responses.call_answer(call=at, staff=staff, how="seen", now=timezone.now())
        at = _call(staff, pk)
    return _page(request, staff, at)


@require_POST
@for_staff("rulings.view_ruling")
def act(request: HttpRequest, staff: Staff, pk: int, act: str) -> HttpResponse:
    """Answer, report, escalate, cancel, accept or override, or show the page with the refusal."""
    if act not in ACTS:
        raise Http404
    at = _call(staff, pk)
    try:
        _ACTIONS[act](request, staff, at)
    except Refusal as refusal:
        now = _call(staff, pk)
        if now.status != Call.Status.OPEN:
            return _closed_page(request, staff, now, refusal)
        return _page(request, staff, now, refusal)
    return redirect("banked:call", pk)


def _answer(request: HttpRequest, staff: Staff, at: Call) -> None:
    how = ActionForm.read(request.POST).how
    responses.call_answer(call=at, staff=staff, how=how, now=timezone.now())


def _report(request: HttpRequest, staff: Staff, at: Call) -> None:
    form = ActionForm.read(request.POST)
    facts: dict[str, object] = {"box": form.box} if form.box else {}
    responses.call_report(call=at, staff=staff, key=form.key, facts=facts, now=timezone.now())


def _escalate(request: HttpRequest, staff: Staff, at: Call) -> None:
    responses.call_escalate(call=at, staff=staff, now=timezone.now())


def _cancel(request: HttpRequest, staff: Staff, at: Call) -> None:
    reason = ActionForm.read(request.POST).reason
    responses.call_cancel(call=at, staff=staff, reason=reason, now=timezone.now())


def _accept(request: HttpRequest, staff: Staff, at: Call) -> None:
    form = AcceptForm.read(request.POST)
    banked_ruling_accept(
        call=at, reported=form.seen, box=form.box, now=timezone.now(), **form.signature
    )


def _override(request: HttpRequest, staff: Staff, at: Call) -> None:
    form = OverrideForm.read(request.POST)
    banked_ruling_override(call=at, chosen=form.chosen, now=timezone.now(), **form.signature)


_ACTIONS: dict[str, Callable[[HttpRequest, Staff, Call], None]] = {
    "answer": _answer,
    "report": _report,
    "escalate": _escalate,
    "cancel": _cancel,
    "accept": _accept,
    "override": _override,
}


def _page(
    request: HttpRequest, staff: Staff, at: Call, refusal: Refusal | None = None
) -> HttpResponse:
    remember_room(request.session, at.room)  # for the link *Back to calls*
    page = BankedCallPage(at, staff, timezone.now())
    context = {
        "page": page,
        "staff": staff,
        "room": at.room,
        "now": page.now,
        "refused": refusal_message(refusal) if refusal else "",
        "again": refusal is not None and refusal.code == "stale",
        "role_refused": is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "banked/call.html", context, status=status)


def _closed_page(
    request: HttpRequest, staff: Staff, at: Call, refusal: Refusal | None = None
) -> HttpResponse:
    """Show a closed call: its ruling, or why it was canceled."""
    made = Ruling.objects.filter(call=at).first()
    if made is not None and refusal is None:
        return redirect("banked:ruling", made.pk)
    context = {
        "call": at,
        "staff": staff,
        "room": at.room,
        "ruling": made,
        "refused": refusal_message(refusal) if refusal else "",
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/call_closed.html", context, status=status)


def _call(staff: Staff, pk: int) -> Call:
    rows = Call.objects.select_related("table__stream", "called_by", "room")
    rows = rows.filter(room__in=rooms_of(staff.user), table__kind=Table.Kind.BANKED)
    return get_object_or_404(rows, pk=pk)


@require_GET
@for_staff("rulings.view_ruling")
def ruling(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show a final ruling, or a record about one."""
    return _ruling_page(request, staff, _ruling(staff, pk))


@require_POST
@for_staff("rulings.view_ruling")
def record(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record an appeal or a correction, with a manager's badge and PIN."""
    about = _ruling(staff, pk)
    try:
        form = RecordForm.read(request.POST)
        ruling_record = follow_ups.ruling_appeal(
            ruling=about,
            kind=form.kind,
            result=form.result,
            reason=form.reason,
            now=timezone.now(),
            **form.signature,
        )
    except Refusal as refusal:
        return _ruling_page(request, staff, about, refusal)
    notify_floor(room_id=about.room_id, table_id=about.table_id)
    flash.success(request, f"{ruling_record.number} recorded. The ruling itself doesn't change.")
    return redirect("banked:ruling", pk)


def _ruling_page(
    request: HttpRequest, staff: Staff, about: Ruling, refusal: Refusal | None = None
) -> HttpResponse:
    context = {
        "page": BankedRulingPage(about, staff),
        "staff": staff,
        "room": about.room,
        "typed": request.POST,
        "refused": refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "banked/ruling.html", context, status=status)


def _ruling(staff: Staff, pk: int) -> Ruling:
    rows = Ruling.objects.select_related("table__stream", "by", "call__called_by", "room", "about")
    rows = rows.filter(room__in=rooms_of(staff.user), table__kind=Table.Kind.BANKED)
    return get_object_or_404(rows, pk=pk)
