"""Views of the school on a tablet: its page, its sign-in, and the results that the tablet sends.

Each view needs a paired tablet. The dealer's sign-in at the table is neither required nor changed.
"""

from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from dealer_ui import request_bodies
from dealer_ui.auth import device_of
from dealer_ui.boot import boot
from dealer_ui.engine_files import allow_shared_memory
from dealer_ui.heartbeat import record_heartbeat
from dealer_ui.messages import PAGE
from dealer_ui.service_worker import STATE_HEADER, VERSION_HEADER, version
from dealer_ui.tap_owner import TapOwner
from dealer_ui.views import json_response, require_device
from poker.refusal import Refusal
from school.messages import SCHOOL
from school.pages.tablet_page import (
    is_idle,
    lessons_at,
    let_worker_prepare,
    ready_lessons_at,
    school_page,
)
from school.records.results import MOST_RESULTS, ResultStore
from school.records.trainees import trainee_of
from staff.audit.recording import record
from staff.pins import staff_by_pin
from tables.models import Device

MOST_BYTES = 1024 * 1024  # bytes of a request with results


class ResultsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Results. Each one is decoded separately."""

    results: Annotated[list[msgspec.Raw], msgspec.Meta(max_length=MOST_RESULTS)]


@never_cache
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Render the school's page. Redirect a browser that is not a paired tablet to the pairing page."""
    device = device_of(request)
    if device is None:
        return redirect("tablet")
    record_heartbeat(device.table_id)
    data = school_page(device, now=timezone.now())
    if data.preparing:
        let_worker_prepare()
    booted = boot(state="school", csrf=get_token(request), table=device.table.name)
    parts = {
        "boot": {**booted, "texts": {**PAGE, **SCHOOL}},
        "owner": msgspec.to_builtins(
            TapOwner()
        ),  # no dealer, because taps in the school are not stored
        "school": msgspec.to_builtins(data, str_keys=True),
    }
    response = render(request, "school/tablet.html", parts)
    response[VERSION_HEADER] = version()
    response[STATE_HEADER] = "school" if data.is_idle else "busy"
    allow_shared_memory(response)
    return response


@require_GET
@require_device
def lessons(request: HttpRequest, device: Device) -> HttpResponse:
    """Return the page's data. The page polls it while lessons are being prepared."""
    return json_response(school_page(device, now=timezone.now()))


@require_GET
@require_device
def idle(request: HttpRequest, device: Device) -> HttpResponse:
    """Return whether no game is open at the table. The request counts as the tablet's heartbeat."""
    record_heartbeat(device.table_id)
    return JsonResponse({"is_idle": is_idle(device)})


@require_POST
@require_device
def sign_in(request: HttpRequest, device: Device) -> HttpResponse:
    """Sign in to the school with badge and PIN."""
    body = request_bodies.read(request, request_bodies.SignInBody)
    now = timezone.now()
    staff = staff_by_pin(badge=body.badge, pin=body.pin, room_id=device.table.room_id, now=now)
    record(staff, "school_sign_in", now=now, about=device, table=device.table_id)
    return json_response(trainee_of(staff, ready_lessons_at(device, now=now).lessons, now=now))


@require_POST
@require_device
def results(request: HttpRequest, device: Device) -> HttpResponse:
    """Store the results of exercises, and return an answer for each."""
    now = timezone.now()
    body = request_bodies.read_bytes(request, most=MOST_BYTES)
    try:
        sent = msgspec.json.decode(body, type=ResultsBody)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_request", "", detail=str(error)) from error
    store = ResultStore(device.table.room_id, lessons_at(device, now=now), now)
    return json_response(store.store(sent.results))
