"""The dealer's own remedy: a remedy that the house leaves to dealers, recorded as a ruling by a tap."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from dealer_ui import request_bodies
from dealer_ui.tablet_commands import tap_author
from dealer_ui.views import command_response, require_device
from poker.refusal import Refusal
from rulings.calls.final_rulings import dealer_carry_out
from tables.actions import TABLE
from tables.dealer_sign_in import dealer_return
from tables.models import Device


@require_POST
@require_device
def carry_out_remedy(request: HttpRequest, device: Device) -> HttpResponse:
    """Make the proposal of the open call its ruling. A duplicate gets the same answer."""
    command_body = request_bodies.read_command(request)
    now = timezone.now()
    dealer_before = device.dealer_id
    command_id = str(command_body.id)
    try:
        staff = tap_author(device=device, dealer=command_body.dealer, now=now)
    except Refusal:
        stored = TABLE.find_result(device.table_id, command_id)
        if stored is None:
            raise
        return command_response(device, command_body, stored, dealer_before=dealer_before)
    result = dealer_carry_out(
        device=device, staff=staff, command_id=command_id, seen=command_body.seen, now=now
    )
    dealer_return(device=device, now=now, acted=True)
    return command_response(device, command_body, result, dealer_before=dealer_before)
