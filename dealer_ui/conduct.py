"""An incident, reported at the tablet: no command of the table, but sent, kept and repeated like one."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from dealer_ui import bodies
from dealer_ui.views import of_device
from poker.refusal import Refusal
from rulings.incidents.categories import categories
from rulings.incidents.models import Incident
from rulings.incidents.recording import Report, incident_record
from rulings.incidents.words import recorded
from rulings.wording.sayings import typeset
from tables.models import Device
from tables.tablet import signed_in

BESIDE = (
    -1
)  # in place of the number of an entry: nothing was stored in the log, and nothing builds on it


@require_POST
@of_device
def incident(request: HttpRequest, device: Device) -> HttpResponse:
    """Category and seat; table, hand and dealer are known. Sent again, it is answered as before."""
    sent = bodies.read(request, bodies.Sent)
    said = bodies.reported(sent)
    staff = signed_in(device)
    if staff is None:
        raise Refusal("not_signed_in")
    if sent.dealer not in ("", staff.key):
        raise Refusal("other_dealer", "S-013", name=staff.alias)
    report = Report(
        command_id=sent.id,
        category=said.category,
        seat=said.seat,
        player=said.player,
        hand=said.hand,
        note=said.note,
    )
    kept = incident_record(table=device.table, staff=staff, report=report, now=timezone.now())
    seq = device.table.stream.seq
    return JsonResponse({"prev": BESIDE, "seq": seq, "recorded": typeset(_told(kept))})


def _told(kept: Incident) -> str:
    category = categories()[kept.category]
    return recorded(
        seat=kept.seat,
        name=kept.player.alias,
        title=category.title,
        hand=kept.hand,
        time=f"{timezone.localtime(kept.at):%H:%M}",
        supervisor=category.supervisor,
    )
