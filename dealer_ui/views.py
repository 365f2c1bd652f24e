"""The tablet's HTTP edge: parse, call one action, answer."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from audit.recording import record
from dealer_ui import bodies, words
from dealer_ui.auth import device_of, remember
from dealer_ui.beside import beside
from dealer_ui.boot import State, boot
from dealer_ui.presence import is_here
from dealer_ui.refusals import refused
from dealer_ui.rendering import rendered
from dealer_ui.whose import whose
from journal.origin import device_is
from poker.refusal import Refusal
from tables.actions import Result
from tables.models import Device, Staff
from tables.pairing import device_pair
from tables.signin import dealer_sign_in, dealer_sign_out, elsewhere
from tables.tablet import Tap, signed_in, tablet_command

BY_ROLE = ("needs_supervisor", "other_dealer", "not_a_dealer")
Answer = Callable[[HttpRequest, Device], HttpResponse]


def of_device(answer: Answer) -> Callable[[HttpRequest], HttpResponse]:
    """Find the paired tablet, and turn every refusal into its answer."""

    @wraps(answer)
    def edge(request: HttpRequest) -> HttpResponse:
        device = device_of(request)
        if device is None:
            return refused(Refusal("unknown_device"), seq=0)
        device_is(device.name)
        try:
            return answer(request, device)
        except Refusal as refusal:
            if refusal.code in BY_ROLE and device.dealer is not None:
                _refused_by_role(device, device.dealer, refusal)
            return refused(refusal, seq=device.table.stream.seq)

    edged: Callable[[HttpRequest], HttpResponse] = never_cache(edge)
    return edged


def _refused_by_role(device: Device, staff: Staff, refusal: Refusal) -> None:
    """For the search of who did what; refusals by the rules of a game are not in it."""
    tapped = str(refusal.facts.get("name", ""))
    record(
        staff,
        "refused_by_role",
        now=timezone.now(),
        table=device.table_id,
        refused=True,
        reason=f"{refusal.code} {tapped}".strip(),
    )


@never_cache
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The one page: it pairs, signs in or deals, by what is known of the tablet."""
    device = device_of(request)
    state: State = "pair"
    if device is not None:
        is_here(device.table_id)
        state = "table" if signed_in(device) else "sign-in"
    table = device.table.name if device else ""
    note = _elsewhere(device) if device and state == "sign-in" else ""
    told = boot(state=state, csrf=get_token(request), table=table, note=note)
    return render(request, "dealer_ui/tablet.html", {"boot": told, "whose": whose(device)})


def _elsewhere(device: Device) -> str:
    other = elsewhere(device=device)
    return words.elsewhere(str(other.dealer), other.table.name) if other else ""


@never_cache
@require_POST
def pair(request: HttpRequest) -> HttpResponse:
    """A one-time code makes this browser the tablet of a table."""
    try:
        paired = device_pair(code=bodies.read(request, bodies.Pair).code, now=timezone.now())
    except Refusal as refusal:
        record("tablet", "sign_in_failed", now=timezone.now(), refused=True, reason="pairing code")
        return refused(refusal, seq=0)
    response = JsonResponse({"table": paired.device.table.name})
    remember(response, paired.token)
    return response


@require_POST
@of_device
def sign_in(request: HttpRequest, device: Device) -> HttpResponse:
    """Badge and PIN; between hands this pushes the dealer before."""
    who = bodies.read(request, bodies.SignIn)
    result = dealer_sign_in(device=device, badge=who.badge, pin=who.pin, now=timezone.now())
    return _answer(device, result)


@require_POST
@of_device
def sign_out(request: HttpRequest, device: Device) -> HttpResponse:
    """Nobody deals at this tablet until the next sign-in."""
    dealer_sign_out(device=device, now=timezone.now())
    return JsonResponse({"seq": device.table.stream.seq})


@require_POST
@of_device
def command(request: HttpRequest, device: Device) -> HttpResponse:
    """One tap."""
    sent = bodies.read(request, bodies.Sent)
    tap = Tap(
        command_id=str(sent.id),
        seen=sent.seen,
        name=sent.name,
        args=sent.args,
        dealer=sent.dealer,
        now=timezone.now(),
    )
    result = tablet_command(device=device, tap=tap)
    return carried_out(device, sent, result)


def carried_out(device: Device, sent: bodies.Sent, result: Result) -> JsonResponse:
    """What a tap did: numbers only for a tablet that hears the rest through its socket."""
    if sent.listening and result.prev is not None and not result.repeated:
        return JsonResponse({"prev": result.prev, "seq": result.seq} | _warned(result))
    return _answer(device, result)


def _warned(result: Result) -> dict[str, str]:
    return {"warning": words.refusal(result.warning)} if result.warning else {}


@require_POST
@of_device
def here(request: HttpRequest, device: Device) -> HttpResponse:
    """A tablet at which nobody is signed in is there all the same."""
    is_here(device.table_id)
    return JsonResponse({})


@require_GET
@of_device
def snapshot(request: HttpRequest, device: Device) -> HttpResponse:
    """The table as it stands."""
    is_here(device.table_id)
    stream = device.table.stream
    told = beside(device, stream.view, timezone.now())
    return _answer(device, Result(seq=stream.seq, view=stream.view), beside=told)


def _answer(device: Device, result: Result, **more: Any) -> JsonResponse:
    now_ms = int(timezone.now().timestamp() * 1000)
    shown = rendered(table_id=device.table_id, seq=result.seq, view=result.view, now_ms=now_ms)
    said = {"prev": result.prev, "seq": result.seq, "screen": shown}
    return JsonResponse(said | _warned(result) | more)
