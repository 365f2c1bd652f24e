"""The dealer's own remedy: a remedy that the house leaves to dealers, recorded as a ruling by a tap."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from dealer_ui import request_bodies
from dealer_ui.views import command_response, require_device
from poker.refusal import Refusal
from rulings.calls.final_rulings import dealer_carry_out
from tables.models import Device
from tables.tablet_commands import signed_in


@require_POST
@require_device
def carry_out_remedy(request: HttpRequest, device: Device) -> HttpResponse:
    """Make the proposal of the open call the ruling. A duplicate gets the same answer."""
    command_body = request_bodies.read_command(request)
    staff = signed_in(device)
    if staff is None:
        raise Refusal("not_signed_in")
    if command_body.dealer not in ("", staff.key):
        raise Refusal("other_dealer", "S-013", name=staff.alias)
    result = dealer_carry_out(
        device=device,
        staff=staff,
        command_id=str(command_body.id),
        seen=command_body.seen,
        now=timezone.now(),
    )
    return command_response(device, command_body, result)
