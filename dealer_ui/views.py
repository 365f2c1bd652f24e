"""The tablet's HTTP views: parse, call one action, respond."""

from collections.abc import Callable
from functools import wraps
from typing import cast

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from msgspec import UNSET, UnsetType

from dealer_ui import messages, request_bodies
from dealer_ui.auth import device_of, set_device_cookie
from dealer_ui.boot import State, boot
from dealer_ui.engine_files import allow_shared_memory
from dealer_ui.heartbeat import record_heartbeat
from dealer_ui.pin_taps import command_by_pin
from dealer_ui.refusals import refused
from dealer_ui.rendering import rendered
from dealer_ui.screen.model import Screen
from dealer_ui.service_worker import STATE_HEADER, VERSION_HEADER, version
from dealer_ui.snapshot_extras import SnapshotExtras, snapshot_extras
from dealer_ui.tablet_commands import Tap, kind_of, signed_in, tablet_command
from dealer_ui.tap_owner import TapOwner, tap_owner
from journal.device_context import set_device, set_network
from journal.log_context import set_log_table
from journal.unix_time import milliseconds
from ops.installation import unfinished_setup
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import Staff
from staff.sign_in_rate import count_network_attempt
from tables.actions import CommandResult, acted_at, log_of_table
from tables.dealer_sign_in import dealer_return, dealer_sign_in, dealer_sign_out, other_device
from tables.models import Device
from tables.pairing import device_pair


class TapAnswer(msgspec.Struct, frozen=True):
    """The answer to a tap or a snapshot. prev: the entry it follows, None if nothing was stored or others came after.

    screen, beside: not for a tablet that gets the screen through its socket; recorded: message about an incident
    report.
    """

    prev: int | None
    seq: int
    warning: str | UnsetType = UNSET
    owner: TapOwner | UnsetType = UNSET
    beside: SnapshotExtras | UnsetType = UNSET
    screen: Screen | UnsetType = UNSET
    recorded: str | UnsetType = UNSET


BY_ROLE = ("needs_supervisor", "other_dealer", "not_a_dealer")
Answer = Callable[[HttpRequest, Device], HttpResponse]


def require_device(answer: Answer) -> Callable[[HttpRequest], HttpResponse]:
    """Find the paired tablet, and turn every refusal into its response."""

    @wraps(answer)
    def edge(request: HttpRequest) -> HttpResponse:
        device = device_of(request)
        if device is None:
            return refused(Refusal("unknown_device"), seq=0)
        set_device(device.name)
        set_log_table(device.table_id)
        set_network(f"tablet {device.pk}")
        try:
            return answer(request, device)
        except Refusal as refusal:
            if refusal.code in BY_ROLE and device.dealer is not None:
                _refused_by_role(device, device.dealer, refusal)
            return refused(refusal, seq=device.table.stream.seq)

    edged: Callable[[HttpRequest], HttpResponse] = never_cache(edge)
    return edged


def _refused_by_role(device: Device, staff: Staff, refusal: Refusal) -> None:
    """Record a refusal by role in the audit log. Refusals by the rules of a game are not recorded."""
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
    """Render the page: it pairs, signs in or deals, depending on the tablet.

    Before there is a table, no pairing code exists, and the server's root URL leads to the setup.
    """
    device = device_of(request)
    if device is None and (setup := unfinished_setup()):
        return render(request, "web/not_set_up.html", {"is_begun": setup == "begun"})
    state: State = "pair"
    if device is not None:
        record_heartbeat(device.table_id)
        dealer_return(device=device, now=timezone.now(), acted=False)
        state = "table" if signed_in(device) else "sign-in"
    table = device.table.name if device else ""
    note = _elsewhere(device) if device and state == "sign-in" else ""
    is_idle = device is not None and not device.table.is_open
    data = boot(state=state, csrf=get_token(request), table=table, note=note, is_idle=is_idle)
    kind = kind_of(device) if device is not None and state == "table" else None
    response = render(
        request,
        kind.template if kind is not None else "dealer_ui/tablet.html",
        {"boot": data, "owner": msgspec.to_builtins(tap_owner(device))},
    )
    response[VERSION_HEADER] = version()
    response[STATE_HEADER] = state
    allow_shared_memory(response)
    return response


def _elsewhere(device: Device) -> str:
    other = other_device(device=device)
    return messages.elsewhere(str(other.dealer), other.table.name) if other else ""


@never_cache
@require_POST
def pair(request: HttpRequest) -> HttpResponse:
    """Pair this browser with a table by a one-time code. Raises `TooBusy` above the rate of its network."""
    code = request_bodies.read(request, request_bodies.PairBody).code
    count_network_attempt(timezone.now())
    try:
        paired = device_pair(code=code, now=timezone.now())
    except Refusal as refusal:
        record("tablet", "sign_in_failed", now=timezone.now(), refused=True, reason="pairing code")
        return refused(refusal, seq=0)
    response = JsonResponse({"table": paired.device.table.name})
    set_device_cookie(response, paired.token)
    return response


@require_POST
@require_device
def sign_in(request: HttpRequest, device: Device) -> HttpResponse:
    """Sign in with badge and PIN; between hands this relieves the dealer in the box."""
    sign_in_body = request_bodies.read(request, request_bodies.SignInBody)
    result = dealer_sign_in(
        device=device, badge=sign_in_body.badge, pin=sign_in_body.pin, now=timezone.now()
    )
    return _answer(device, result)


@require_POST
@require_device
def sign_out(request: HttpRequest, device: Device) -> HttpResponse:
    """Sign out. The tablet has no dealer until the next sign-in."""
    dealer_sign_out(device=device, now=timezone.now())
    return JsonResponse({"seq": device.table.stream.seq})


@require_POST
@require_device
def command(request: HttpRequest, device: Device) -> HttpResponse:
    """Execute one tap."""
    command_body = request_bodies.read_command(request)
    tap = Tap(
        command_id=str(command_body.id),
        seen=command_body.seen,
        name=command_body.name,
        args=command_body.args,
        dealer=command_body.dealer,
        earlier=command_body.earlier,
        age_ms=command_body.age,
        shown=command_body.seen if command_body.shown is None else command_body.shown,
        now=timezone.now(),
    )
    dealer_before = device.dealer_id
    if command_body.pin is None:
        result = tablet_command(device=device, tap=tap)
    else:
        result = command_by_pin(device=device, tap=tap, pin=command_body.pin)
    return command_response(device, command_body, result, dealer_before=dealer_before)


def command_response(
    device: Device,
    command_body: request_bodies.CommandBody,
    result: CommandResult,
    *,
    dealer_before: int | None,
) -> HttpResponse:
    """Return the result of a tap; only numbers for a tablet that gets the screen through its socket."""
    owner = changed_owner(device, command_body, dealer_before)
    if command_body.listening and result.prev is not None and not result.repeated:
        return json_response(TapAnswer(result.prev, result.seq, _warning(result), owner))
    return _answer(device, result, owner=owner)


def changed_owner(
    device: Device, command_body: request_bodies.CommandBody, dealer_before: int | None
) -> TapOwner | UnsetType:
    """Return the owner if it changed through the tap, or differs from the page's."""
    dealer = signed_in(device)
    known_keys = ("", dealer.key if dealer else "")
    is_same = device.dealer_id == dealer_before and command_body.dealer in known_keys
    return UNSET if is_same else tap_owner(device)


def _warning(result: CommandResult) -> str | UnsetType:
    return messages.refusal(result.warning) if result.warning else UNSET


@require_POST
@require_device
def heartbeat(request: HttpRequest, device: Device) -> HttpResponse:
    """Answer a heartbeat, even if no dealer is signed in."""
    record_heartbeat(device.table_id)
    return JsonResponse({})


@require_GET
@require_device
def snapshot(request: HttpRequest, device: Device) -> HttpResponse:
    record_heartbeat(device.table_id)
    stream = device.table.stream
    result = log_of_table(device.table_id).unchanged(stream)
    data = snapshot_extras(device, device.table.view, timezone.now())
    return _answer(device, result, beside=data)


def _answer(
    device: Device,
    result: CommandResult,
    *,
    owner: TapOwner | UnsetType = UNSET,
    beside: SnapshotExtras | UnsetType = UNSET,
) -> HttpResponse:
    shown = _screen(device, result)
    return json_response(
        TapAnswer(result.prev, result.seq, _warning(result), owner, beside, screen=shown)
    )


def _screen(device: Device, result: CommandResult) -> Screen:
    now_ms = milliseconds(timezone.now())
    kind = kind_of(device)
    if kind is not None:
        return cast(Screen, kind.screen(table_id=device.table_id, seq=result.seq, now=now_ms)[1])
    return rendered(
        table_id=device.table_id,
        seq=result.seq,
        view=result.view,
        now_ms=now_ms,
        acted_at=acted_at(result),
    )


def json_response(data: msgspec.Struct) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(data), content_type="application/json")
