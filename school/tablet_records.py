"""The school's sign-in on a tablet, and the results that it sends: parse, call one action, respond.

Both need a paired tablet; the sign-in of its table is neither asked for nor changed.
"""

from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from dealer_ui import request_bodies
from dealer_ui.views import json_response, require_device
from poker.refusal import Refusal
from school.page_data import lessons_at, ready_lessons_at
from school.records.results import MOST_RESULTS, ResultStore
from school.records.trainees import trainee_of
from staff.audit.recording import record
from staff.pins import staff_by_pin
from tables.models import Device

MOST_BYTES = 1024 * 1024  # of fifty results


class ResultsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Results, each of which is decoded alone."""

    results: Annotated[list[msgspec.Raw], msgspec.Meta(max_length=MOST_RESULTS)]


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
    """Store the results of exercises; each is answered alone."""
    now = timezone.now()
    body = request_bodies.read_bytes(request, most=MOST_BYTES)
    try:
        sent = msgspec.json.decode(body, type=ResultsBody)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_request", "", detail=str(error)) from error
    store = ResultStore(device.table.room_id, lessons_at(device, now=now), now)
    return json_response(store.store(sent.results))
