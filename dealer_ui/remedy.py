"""The dealer's own remedy: what the house leaves to dealers, carried out as a ruling by a tap."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from dealer_ui import bodies
from dealer_ui.views import carried_out, of_device
from poker.refusal import Refusal
from rulings.calls.deciding import dealer_carry_out
from tables.models import Device
from tables.tablet import signed_in


@require_POST
@of_device
def carry_out(request: HttpRequest, device: Device) -> HttpResponse:
    """What is proposed for the open call becomes the ruling. Sent again, it is answered as before."""
    sent = bodies.read(request, bodies.Sent)
    staff = signed_in(device)
    if staff is None:
        raise Refusal("not_signed_in")
    if sent.dealer not in ("", staff.key):
        raise Refusal("other_dealer", "S-013", name=staff.alias)
    result = dealer_carry_out(
        device=device,
        staff=staff,
        command_id=str(sent.id),
        seen=sent.seen,
        now=timezone.now(),
    )
    return carried_out(device, sent, result)
