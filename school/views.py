"""The school's page on a tablet, and whether a game has been opened at its table."""

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from dealer_ui.auth import device_of
from dealer_ui.boot import boot
from dealer_ui.engine_files import allow_shared_memory
from dealer_ui.heartbeat import record_heartbeat
from dealer_ui.messages import PAGE
from dealer_ui.messages.page_school import SCHOOL
from dealer_ui.service_worker import STATE_HEADER, VERSION_HEADER, version
from dealer_ui.tap_owner import TapOwner
from dealer_ui.views import json_response, require_device
from school.page_data import is_idle, let_worker_prepare, school_page
from tables.models import Device


@never_cache
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Render the school. A browser that is no tablet is sent to the pairing."""
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
        "owner": msgspec.to_builtins(TapOwner()),  # no dealer's taps: none of them is stored
        "school": msgspec.to_builtins(data, str_keys=True),
    }
    response = render(request, "school/tablet.html", parts)
    response[VERSION_HEADER], response[STATE_HEADER] = (
        version(),
        "school" if data.is_idle else "busy",
    )
    allow_shared_memory(response)
    return response


@require_GET
@require_device
def lessons(request: HttpRequest, device: Device) -> HttpResponse:
    """Return the page's data again: a page asks for it while lessons are being prepared."""
    return json_response(school_page(device, now=timezone.now()))


@require_GET
@require_device
def idle(request: HttpRequest, device: Device) -> HttpResponse:
    """Say whether the table is still without a game. It counts as the tablet's heartbeat."""
    record_heartbeat(device.table_id)
    return JsonResponse({"is_idle": is_idle(device)})
