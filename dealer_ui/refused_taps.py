"""Taps that a tablet decided without the network and the room refused: listed in the audit log, with table and hand."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

import msgspec
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from dealer_ui import request_bodies
from dealer_ui.engine.wire import Number
from dealer_ui.incident_report import NOTHING_STORED
from dealer_ui.tablet_commands import signed_in
from dealer_ui.views import require_device
from journal.unix_time import from_milliseconds
from staff.audit.recording import record
from staff.models import AuditEvent
from tables.models import Device

VERB = "taps_refused"
MAX_TIME_MS = 4_102_444_800_000  # the year 2100: a later time means a wrong clock
Text = Annotated[str, msgspec.Meta(max_length=200)]
log = logging.getLogger(__name__)


class ReportedTap(msgspec.Struct, frozen=True):
    """A refused tap. hand: number of its hand, 0 if unknown; cause: who has decided the hand since then."""

    id: Text
    at: Number
    dealer: Text = ""
    label: Text = ""
    hand: Number = 0
    code: Text = ""
    cause: Text = ""


class Report(msgspec.Struct, frozen=True):
    taps: Annotated[tuple[ReportedTap, ...], msgspec.Meta(min_length=1, max_length=50)]


@require_POST
@require_device
def refused_taps(request: HttpRequest, device: Device) -> HttpResponse:
    """Record a report of a page that has given up its engine."""
    body = request_bodies.read_command(request)
    record_refused_taps(device, str(body.id), body.args, now=timezone.now())
    return JsonResponse({"prev": NOTHING_STORED, "seq": device.table.stream.seq})


def record_refused_taps(
    device: Device, report_id: str, args: Mapping[str, object], *, now: datetime
) -> None:
    """Record, once, which refused taps a tablet reported to its dealer. A malformed report is only logged."""
    try:
        taps = msgspec.convert(args, Report).taps
    except msgspec.ValidationError:
        log.exception("Unreadable report of refused taps from %s: %s", device, args)
        return
    with transaction.atomic():
        if AuditEvent.objects.filter(
            verb=VERB, table=device.table_id, about_key=report_id
        ).exists():
            return
        dealer = signed_in(device)
        key = taps[0].dealer
        record(
            dealer if dealer is not None and dealer.key == key else key or "tablet",
            VERB,
            now=now,
            about=("taps", report_id),
            room=device.table.room_id,
            table=device.table_id,
            after={_when(number, tap): _what(tap) for number, tap in enumerate(taps, 1)},
            reason=next((tap.cause for tap in taps if tap.cause), ""),
        )


def _when(number: int, tap: ReportedTap) -> str:
    at = from_milliseconds(min(tap.at, MAX_TIME_MS))
    return f"{number:02}. hand {tap.hand or '?'}, {timezone.localtime(at):%H:%M:%S}"


def _what(tap: ReportedTap) -> str:
    return f"{tap.label or tap.id} ({tap.code})"
