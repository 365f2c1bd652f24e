"""The ruling screen and its actions. Each refusal appears on the page with all the input."""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from floor_ui import messages
from floor_ui.amounts import amounts_at
from floor_ui.call_page import CallPage
from floor_ui.fact_fields import read
from floor_ui.remedy_form import parse_steps, rollback_from_form
from floor_ui.remedy_steps import closing, deck_of, steps
from poker.irregularities.load import catalogue
from poker.irregularities.report_checks import HEARD
from poker.refusal import Refusal
from rulings.calls import final_rulings, responses
from rulings.calls.assessment import assess_call, preview_remedy
from rulings.calls.models import Call, Ruling
from rulings.calls.override_reasons import OTHER, REASONS
from staff.models import Staff
from staff.permissions import may, require
from staff.staff_rooms import rooms_of
from tables.models import Table
from web.addresses import address
from web.guard import for_staff
from web.last_room import remember_room
from web.messages.refusals import http_status, is_about_role
from web.posted import Number, OptionalText, Posted, Signed, Text, Verbatim, choice, every, text

LIVE = "HX-Request"  # header of a page that refreshes itself, so no one opened the call
REASON_LENGTH = 500


class ActionForm(Posted):
    """The fields that the actions on a call post; each action posts some of them."""

    how: Verbatim  # the answer
    # The names of the entered facts, which are also the names of their fields.
    fact: Annotated[list[str], every(text(strip=False))]
    key: Annotated[str, text(60, strip=False)]  # what happened
    name: Annotated[str, text(40, strip=False)]  # a witness
    reason: Annotated[str, text(200)]  # for canceling the call
    steps: Verbatim  # a composed remedy, as JSON
    back: OptionalText  # how far the log is rolled back first
    next: Verbatim  # the page afterwards


class RulingForm(Signed):
    """A ruling on what the page showed. seen: the number of the last entry that it showed."""

    seen: Number


class HoldForm(RulingForm):
    """Why the pot is held."""

    reason: Annotated[str, text(REASON_LENGTH)]


class OverrideForm(RulingForm):
    """The chosen reason for another remedy, the text added to it, and the result."""

    reason: Annotated[str, choice(dict(REASONS), Refusal("no_reason"))]
    written: Text
    result: Annotated[str, text(REASON_LENGTH, missing=Refusal("no_result"))]

    @property
    def full_reason(self) -> str:
        """Return the reason with its text, which is required for a reason that is not in the list.

        Raises `Refusal`: `no_reason`.
        """
        if self.reason == OTHER and not self.written:
            raise Refusal("no_reason")
        parts = [self.written] if self.reason == OTHER else [self.reason, self.written]
        return ": ".join(part for part in parts if part)[:REASON_LENGTH]


@require_GET
@for_staff("rulings.view_ruling")
def call(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show a call. Opening it acknowledges it, unless the viewer raised it."""
    call = _call(staff, pk)
    if call.table.kind != Table.Kind.POKER:
        return redirect(address("banked call", pk))
    if call.status != Call.Status.OPEN:
        return _closed_page(request, staff, call)
    opened = LIVE not in request.headers and may(staff, "tables.supervise")
    if opened and not call.seen_at and call.called_by_id != staff.pk:
        with suppress(Refusal):  # whether the call has just ended, which the page then shows
            responses.call_answer(call=call, staff=staff, how="seen", now=timezone.now())
        call = _call(staff, pk)
    return _page(request, staff, call)


def _page(
    request: HttpRequest, staff: Staff, call: Call, refusal: Refusal | None = None
) -> HttpResponse:
    with amounts_at(call.table):
        return _open_page(request, staff, call, refusal)


def _open_page(
    request: HttpRequest, staff: Staff, call: Call, refusal: Refusal | None
) -> HttpResponse:
    try:
        page = CallPage(call, staff, timezone.now())
    except Refusal as gone:
        if refusal is None and gone.code == "no_floor_call":
            return _closed_page(request, staff, _call(staff, call.pk))
        raise
    remember_room(request.session, page.table.room)  # for the link *Back to calls*
    context: dict[str, object] = {"page": page, "staff": staff, "room": page.table.room}
    context |= {"now": page.now, "refused": messages.refusal_message(refusal) if refusal else ""}
    context["again"] = refusal is not None and refusal.code == "stale"
    context["role_refused"] = is_about_role(refusal)
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/call.html", context, status=status)


def _closed_page(
    request: HttpRequest, staff: Staff, call: Call, refusal: Refusal | None = None
) -> HttpResponse:
    """Show a closed call: its ruling, or why it was canceled."""
    ruling = Ruling.objects.filter(call=call).first()
    if ruling is not None and refusal is None:
        return redirect("floor:ruling", ruling.pk)
    context = {
        "call": call,
        "staff": staff,
        "ruling": ruling,
        "refused": messages.refusal_message(refusal) if refusal else "",
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/call_closed.html", context, status=status)


def _call(staff: Staff, pk: int) -> Call:
    rows = Call.objects.select_related("table__stream", "called_by", "room")
    rows = rows.filter(room__in=rooms_of(staff.user))
    return get_object_or_404(rows, pk=pk)


def _poker_call(staff: Staff, pk: int) -> Call:
    """Return a call at a poker table. The page of another table's call has its own actions on what happened."""
    call = _call(staff, pk)
    if call.table.kind != Table.Kind.POKER:
        raise Http404
    return call


def _run_action(
    request: HttpRequest,
    staff: Staff,
    pk: int,
    act: Callable[[Call], object],
    find: Callable[[Staff, int], Call] = _poker_call,
) -> HttpResponse:
    """Execute an action and show the page, with the refusal if there was one."""
    call = find(staff, pk)
    try:
        with amounts_at(call.table):
            act(call)
    except Refusal as refusal:
        now = _call(staff, pk)
        if call.table.kind != Table.Kind.POKER:
            flash.error(request, messages.refusal_message(refusal))
            return redirect(address("banked call", pk))
        if now.status != Call.Status.OPEN:
            return _closed_page(request, staff, now, refusal)
        return _page(request, staff, now, refusal)
    then = ActionForm.read(request.POST).next
    if then.startswith("/") and url_has_allowed_host_and_scheme(then, allowed_hosts=None):
        return redirect(then)
    return redirect("floor:call", pk)


@require_POST
@for_staff("rulings.view_ruling")
def delivered(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record that the call is on the page of someone who may answer it."""
    responses.call_delivered(call=_call(staff, pk), staff=staff, now=timezone.now())
    return HttpResponse(status=204)


@require_POST
@for_staff("rulings.view_ruling")
def answer(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Answer the call: seen, on the way, at the table."""

    def act(call: Call) -> None:
        how = ActionForm.read(request.POST).how
        responses.call_answer(call=call, staff=staff, how=how, now=timezone.now())

    return _run_action(request, staff, pk, act, _call)


@require_POST
@for_staff("rulings.view_ruling")
def report(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Report what happened, or correct facts."""

    def act(call: Call) -> None:
        form = ActionForm.read(request.POST)
        data = request.POST
        known = catalogue().facts
        facts = {name: read(name, known.get(name), dict(data.lists())) for name in form.fact[:8]}
        responses.call_report(call=call, staff=staff, key=form.key, facts=facts, now=timezone.now())

    return _run_action(request, staff, pk, act)


@require_POST
@for_staff("rulings.view_ruling")
def heard(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record or withdraw that a witness was heard."""

    def act(call: Call) -> None:
        require(staff, "tables.supervise")
        name = ActionForm.read(request.POST).name
        state = assess_call(Table.objects.select_related("stream").get(pk=call.table_id))
        text = list(state.given.get(HEARD) or ())
        others = [item for item in text if item != name]
        if len(others) == len(text) and name:
            others.append(name)
        facts = {HEARD: others or None}
        responses.call_report(call=call, staff=staff, key="", facts=facts, now=timezone.now())

    return _run_action(request, staff, pk, act)


@require_POST
@for_staff("rulings.view_ruling")
def escalate(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    def act(call: Call) -> None:
        responses.call_escalate(call=call, staff=staff, now=timezone.now())

    return _run_action(request, staff, pk, act, _call)


@require_POST
@for_staff("rulings.view_ruling")
def cancel(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Cancel the call without a ruling."""

    def act(call: Call) -> None:
        reason = ActionForm.read(request.POST).reason
        responses.call_cancel(call=call, staff=staff, reason=reason, now=timezone.now())

    return _run_action(request, staff, pk, act, _call)


@require_POST
@for_staff("rulings.view_ruling")
def accept(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Make the proposal final."""

    def act(call: Call) -> None:
        form = RulingForm.read(request.POST)
        final_rulings.ruling_accept(call=call, seen=form.seen, now=timezone.now(), **form.signature)

    return _run_action(request, staff, pk, act)


@require_POST
@for_staff("rulings.view_ruling")
def override(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Make another remedy final."""

    def act(call: Call) -> None:
        proposal = assess_call(call.table).proposal if call.status == Call.Status.OPEN else None
        remedy = ActionForm.read(request.POST)
        remedy_steps = parse_steps(remedy.steps, proposal)
        form = OverrideForm.read(request.POST)
        final_rulings.ruling_override(
            call=call,
            reason=form.full_reason,
            result=form.result,
            steps=remedy_steps,
            back=rollback_from_form(remedy.back, remedy_steps, proposal),
            seen=form.seen,
            now=timezone.now(),
            **form.signature,
        )

    return _run_action(request, staff, pk, act)


@require_POST
@for_staff("rulings.view_ruling")
def impound(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Hold the pot."""

    def act(call: Call) -> None:
        form = HoldForm.read(request.POST)
        final_rulings.pot_hold(
            call=call, reason=form.reason, seen=form.seen, now=timezone.now(), **form.signature
        )

    return _run_action(request, staff, pk, act)


@require_POST
@for_staff("rulings.view_ruling")
def try_out(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Preview a composed remedy: the deck after each step, or why it cannot be executed. Nothing is stored."""
    call = _poker_call(staff, pk)
    with amounts_at(call.table):
        return _preview(request, staff, call)


def _preview(request: HttpRequest, staff: Staff, call: Call) -> HttpResponse:
    context: dict[str, object] = {}
    try:
        require(staff, "tables.supervise")
        state = assess_call(call.table)
        remedy = ActionForm.read(request.POST)
        remedy_steps = parse_steps(remedy.steps, state.proposal)
        back = rollback_from_form(remedy.back, remedy_steps, state.proposal)
        lines = preview_remedy(table=call.table, steps=remedy_steps, back=back)
    except Refusal as refusal:
        context["refused"] = messages.refusal_message(refusal)
        status = http_status(refusal)
        return render(request, "floor_ui/_preview.html", context, status=status)
    lies = "After rollback" if back else "As it stands now"
    context["steps"] = steps(lines, state.before, state.facts, lies)
    context["closing"] = closing(lines, deck_of(state.before))
    return render(request, "floor_ui/_preview.html", context)
