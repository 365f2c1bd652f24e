"""The ruling screen and what is done there: every refusal is said in place, and nothing typed is lost."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from floor_ui import words
from floor_ui.composing import back_sent, composed
from floor_ui.fields import read
from floor_ui.guard import of_floor
from floor_ui.pages import CallPage
from floor_ui.steps import closing, deck_of, steps
from poker.irregular.load import catalogue
from poker.irregular.reported import HEARD
from poker.refusal import Refusal
from rulings.calls import answering, deciding
from rulings.calls.models import Call, Ruling
from rulings.calls.reasons import OTHER, REASONS
from rulings.calls.roles import may, must
from rulings.calls.weighing import doable, weighed
from tables.models import Staff, Table

LIVE = "X-Live"  # the page takes a new look by itself: nobody opened the call
LONGEST = 500


@require_GET
@of_floor
def call(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """One call. Opening it says that it was seen, but not by whoever raised it."""
    found = _call(pk)
    if found.status != Call.Status.OPEN:
        return _over(request, staff, found)
    opened = LIVE not in request.headers and may(staff, "answer")
    if opened and not found.seen_at and found.called_by_id != staff.pk:
        with suppress(Refusal):  # it ended in this moment, and the page says so
            answering.call_answer(call=found, staff=staff, how="seen", now=timezone.now())
        found = _call(pk)
    return _page(request, staff, found)


def _page(
    request: HttpRequest, staff: Staff, found: Call, refusal: Refusal | None = None
) -> HttpResponse:
    try:
        page = CallPage(found, staff, timezone.now())
    except Refusal as gone:
        if refusal is None and gone.code == "no_floor_call":
            return _over(request, staff, _call(found.pk))
        raise
    context: dict[str, Any] = {"page": page, "staff": staff, "room": page.table.room}
    context |= {"now": page.now, "refused": words.sentence(refusal) if refusal else ""}
    context["again"] = refusal is not None and refusal.code == "stale"
    status = words.status(refusal) if refusal else 200
    return render(request, "floor_ui/call.html", context, status=status)


def _over(
    request: HttpRequest, staff: Staff, found: Call, refusal: Refusal | None = None
) -> HttpResponse:
    """A call that is over: its ruling, or why it was taken back."""
    ruling = Ruling.objects.filter(call=found).first()
    if ruling is not None and refusal is None:
        return redirect("floor:ruling", ruling.pk)
    context = {
        "call": found,
        "staff": staff,
        "ruling": ruling,
        "refused": words.sentence(refusal) if refusal else "",
    }
    status = words.status(refusal) if refusal else 200
    return render(request, "floor_ui/over.html", context, status=status)


def _call(pk: int) -> Call:
    rows = Call.objects.select_related("table__stream", "called_by", "room")
    return get_object_or_404(rows, pk=pk)


def _acted(request: HttpRequest, staff: Staff, pk: int, act: Callable[[Call], Any]) -> HttpResponse:
    """Carry one action out and show the page; or say why not, on the page as it stands."""
    found = _call(pk)
    try:
        act(found)
    except Refusal as refusal:
        now = _call(pk)
        if now.status != Call.Status.OPEN:
            return _over(request, staff, now, refusal)
        return _page(request, staff, now, refusal)
    then = request.POST.get("next", "")
    if then.startswith("/") and url_has_allowed_host_and_scheme(then, allowed_hosts=None):
        return redirect(then)
    return redirect("floor:call", pk)


@require_POST
@of_floor
def answer(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Seen, on the way, at the table."""
    how = request.POST.get("how", "")

    def act(found: Call) -> None:
        answering.call_answer(call=found, staff=staff, how=how, now=timezone.now())

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def report(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """What happened, or facts that are corrected."""

    def act(found: Call) -> None:
        sent = {name: request.POST.getlist(name) for name in request.POST}
        known = catalogue().facts
        given = {name: read(name, known.get(name), sent) for name in sent.get("fact", ())[:8]}
        key = request.POST.get("key", "")[:60]
        answering.call_report(call=found, staff=staff, key=key, facts=given, now=timezone.now())

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def heard(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Somebody was heard, or was not after all."""

    def act(found: Call) -> None:
        must(staff, "answer")
        name = request.POST.get("name", "")[:40]
        state = weighed(Table.objects.select_related("stream").get(pk=found.table_id))
        said = list(state.given.get(HEARD) or ())
        left = [one for one in said if one != name]
        if len(left) == len(said) and name:
            left.append(name)
        facts = {HEARD: left or None}
        answering.call_report(call=found, staff=staff, key="", facts=facts, now=timezone.now())

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def escalate(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Somebody above is asked."""

    def act(found: Call) -> None:
        answering.call_escalate(call=found, staff=staff, now=timezone.now())

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def cancel(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """The call is over without a ruling."""

    def act(found: Call) -> None:
        reason = request.POST.get("reason", "").strip()[:200]
        answering.call_cancel(call=found, staff=staff, reason=reason, now=timezone.now())

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def accept(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """The proposal becomes final."""

    def act(found: Call) -> None:
        deciding.ruling_accept(call=found, now=timezone.now(), **_by(request))

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def override(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Another remedy becomes final."""

    def act(found: Call) -> None:
        proposal = weighed(found.table).proposal if found.status == Call.Status.OPEN else None
        written = composed(request.POST.get("steps", ""), proposal)
        deciding.ruling_override(
            call=found,
            reason=_reason(request),
            result=_result(request),
            steps=written,
            back=back_sent(request.POST.get("back"), written, proposal),
            now=timezone.now(),
            **_by(request),
        )

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def impound(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """The pot is held."""

    def act(found: Call) -> None:
        reason = request.POST.get("reason", "").strip()[:LONGEST]
        deciding.pot_impound(call=found, reason=reason, now=timezone.now(), **_by(request))

    return _acted(request, staff, pk, act)


@require_POST
@of_floor
def try_out(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """A remedy that is being composed: the deck after each step, or why it cannot be done. Nothing is stored."""
    found = _call(pk)
    context: dict[str, Any] = {}
    try:
        must(staff, "rule")
        state = weighed(found.table)
        written = composed(request.POST.get("steps", ""), state.proposal)
        back = back_sent(request.POST.get("back"), written, state.proposal)
        lines = doable(table=found.table, steps=written, back=back)
    except Refusal as refusal:
        context["refused"] = words.sentence(refusal)
        status = words.status(refusal)
        return render(request, "floor_ui/_tried.html", context, status=status)
    lies = "The log once taken back" if back else "As it lies now"
    context["steps"] = steps(lines, state.before, state.facts, lies)
    context["closing"] = closing(lines, deck_of(state.before))
    return render(request, "floor_ui/_tried.html", context)


def _by(request: HttpRequest) -> dict[str, Any]:
    """Badge, PIN, and what the page had read when it was opened."""
    seen = request.POST.get("seen", "")
    fine = seen.isascii() and seen.isdecimal() and len(seen) < 18
    return {
        "badge": request.POST.get("badge", "").strip()[:10],
        "pin": request.POST.get("pin", "")[:8],
        "seen": int(seen) if fine else 0,
    }


def _reason(request: HttpRequest) -> str:
    """The chosen reason and what was written to it. Refuses `no_reason`."""
    chosen = request.POST.get("reason", "")
    written = request.POST.get("written", "").strip()
    known = [value for value, _ in REASONS]
    if chosen not in known or (chosen == OTHER and not written):
        raise Refusal("no_reason")
    if chosen == OTHER:
        return written[:LONGEST]
    return f"{chosen}{': ' if written else ''}{written}"[:LONGEST]


def _result(request: HttpRequest) -> str:
    found = request.POST.get("result", "").strip()[:LONGEST]
    if not found:
        raise Refusal("no_result")
    return found
