"""Incidents reported at the tablet. They are not table commands, but are sent, stored and deduplicated like them."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from dealer_ui import request_bodies
from dealer_ui.tablet_commands import tap_author
from dealer_ui.views import TapAnswer, changed_owner, json_response, require_device
from poker.formatting import smart_quotes
from poker.refusal import Refusal
from rulings.incidents.categories import categories
from rulings.incidents.messages import recorded_message
from rulings.incidents.models import Incident
from rulings.incidents.recording import IncidentReport, incident_record, incident_recorded
from tables.dealer_sign_in import dealer_return
from tables.models import Device

NOTHING_STORED = -1  # instead of an entry number: nothing was stored in the log


@require_POST
@require_device
def incident(request: HttpRequest, device: Device) -> HttpResponse:
    """Record an incident from category and seat; table, hand and dealer are known.

    A duplicate gets the same answer.
    """
    command_body = request_bodies.read_command(request)
    now = timezone.now()
    dealer_before = device.dealer_id
    recorded = record_incident(
        device, str(command_body.id), command_body.args, command_body.dealer, now=now
    )
    owner = changed_owner(device, command_body, dealer_before)
    seq = device.table.stream.seq
    return json_response(TapAnswer(NOTHING_STORED, seq, owner=owner, recorded=recorded))


def record_incident(
    device: Device, command_id: str, args: Mapping[str, object], dealer: str, *, now: datetime
) -> str:
    """Record an incident reported at a tablet, once; return the tablet's message. Raises `Refusal`."""
    incident_body = request_bodies.read_incident(args)
    report = IncidentReport(
        command_id=UUID(command_id),
        category=incident_body.category,
        seat=incident_body.seat,
        player=incident_body.player,
        hand=incident_body.hand,
        note=incident_body.note,
    )
    try:
        staff = tap_author(device=device, dealer=dealer, now=now)
    except Refusal:
        incident = incident_recorded(table=device.table, report=report)
        if incident is None:
            raise
    else:
        incident = incident_record(table=device.table, staff=staff, report=report, now=now)
        dealer_return(device=device, now=now, acted=True)
    return smart_quotes(_recorded_text(incident))


def _recorded_text(incident: Incident) -> str:
    category = categories()[incident.category]
    return recorded_message(
        seat=incident.seat,
        name=incident.player.alias,
        title=category.title,
        hand=incident.hand,
        time=f"{timezone.localtime(incident.at):%H:%M}",
        supervisor=category.supervisor,
        needs_note=category.needs_note and not incident.note,
    )
