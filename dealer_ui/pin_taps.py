"""Taps with a PIN that was typed without the network: a push, or the single action that a supervisor confirms."""

from dealer_ui.engine.wire import EncryptedPin
from dealer_ui.tablet_commands import Tap, table_command
from dealer_ui.tap_owner import queue_name
from poker.tap_rights import PUSH
from staff.audit.recording import record, record_use
from staff.pins import staff_by_pin
from tables.actions import CommandResult, log_of_table
from tables.dealer_sign_in import dealer_push_late
from tables.encrypted_pins import decrypt_pin
from tables.models import Device


def command_by_pin(*, device: Device, tap: Tap, pin: EncryptedPin) -> CommandResult:
    """Check the PIN, then push the dealer in, or execute the action that a supervisor confirmed (S-012).

    For an action the tablet's own dealer stays signed in. Raises `Refusal`: `bad_sign_in`, `other_room`,
    `not_a_dealer`, `needs_supervisor`, and the table's refusals; and `TooBusy`.
    """
    if result := log_of_table(device.table_id).find_result(device.table_id, tap.command_id):
        return result  # the answer was lost
    now = tap.received or tap.now
    # A PIN that no key decrypts counts as a wrong one: the dealer types it again.
    plain = (
        decrypt_pin(pin.encrypted, use=f"{queue_name(device)}.{tap.command_id}.{pin.badge}") or ""
    )
    staff = staff_by_pin(badge=pin.badge, pin=plain, room_id=device.table.room_id, now=now)
    if tap.name == PUSH:
        result = dealer_push_late(
            device=device, staff=staff, command_id=tap.command_id, now=tap.now, checked=now
        )
    else:
        result = table_command(target=device, tap_actor=staff, tap=tap)
    about = f"PIN typed {tap.now:%Y-%m-%d %H:%M:%S} without the network"
    record(staff, "tablet_sign_in", now=now, about=device, table=device.table_id, reason=about)
    record_use(staff, "tablet", now=now)
    return result
