"""Incidents reported at the tablet: not a table command, but sent, stored and deduplicated like one."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from dealer_ui import request_bodies
from dealer_ui.views import require_device
from poker.refusal import Refusal
from rulings.incidents.categories import categories
from rulings.incidents.messages import recorded_message
from rulings.incidents.models import Incident
from rulings.incidents.recording import IncidentReport, incident_record
from rulings.messages.formatting import smart_quotes
from tables.models import Device
from tables.tablet_commands import signed_in

NOTHING_STORED = (
    -1
)  # instead of an entry number: nothing was stored in the log, and nothing depends on it


@require_POST
@require_device
def incident(request: HttpRequest, device: Device) -> HttpResponse:
    """Record an incident from category and seat; table, hand and dealer are known.

    A duplicate gets the same answer.
    """
    command_body = request_bodies.read_command(request)
    incident_body = request_bodies.read_incident(command_body)
    staff = signed_in(device)
    if staff is None:
        raise Refusal("not_signed_in")
    if command_body.dealer not in ("", staff.key):
        raise Refusal("other_dealer", "S-013", name=staff.alias)
    report = IncidentReport(
        command_id=command_body.id,
        category=incident_body.category,
        seat=incident_body.seat,
        player=incident_body.player,
        hand=incident_body.hand,
        note=incident_body.note,
    )
    incident = incident_record(table=device.table, staff=staff, report=report, now=timezone.now())
    seq = device.table.stream.seq
    return JsonResponse(
        {"prev": NOTHING_STORED, "seq": seq, "recorded": smart_quotes(_told(incident))}
    )


def _told(incident: Incident) -> str:
    category = categories()[incident.category]
    return recorded_message(
        seat=incident.seat,
        name=incident.player.alias,
        title=category.title,
        hand=incident.hand,
        time=f"{timezone.localtime(incident.at):%H:%M}",
        supervisor=category.supervisor,
        words=category.words and not incident.note,
    )
