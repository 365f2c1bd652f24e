"""Dealers at a tablet: signing in pushes the dealer before, in one action."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction

from poker.commands import PushDealer
from poker.refusal import Refusal
from tables.actions import Result, execute_inside_transaction, locked
from tables.models import Device, Staff
from tables.pins import staff_by_pin


def dealer_sign_in(*, device: Device, badge: str, pin: str, now: datetime) -> Result:
    """Check badge and PIN, then push: between hands whoever dealt before is relieved."""
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    return dealer_push(device=device, staff=staff, now=now)


def dealer_push(*, device: Device, staff: Staff, now: datetime) -> Result:
    """Seat the next dealer. During a hand only an empty box is filled; the push is then recorded later."""
    if not staff.user.has_perm("tables.deal"):
        raise Refusal("not_a_dealer", "S-013", name=staff.alias)
    with transaction.atomic(durable=True):
        stream = locked(device.table_id)
        before = Device.objects.only("dealer").get(pk=device.pk).dealer_id
        due = False
        try:
            result = _push_inside_transaction(table_id=stream.pk, staff=staff, now=now)
        except Refusal:
            if before not in (None, staff.pk):
                raise
            result, due = Result(seq=stream.seq, view=stream.view), True
        Device.objects.filter(dealer=staff).exclude(pk=device.pk).update(
            dealer=None, signed_in_at=None, push_due=False
        )
        Device.objects.filter(pk=device.pk).update(dealer=staff, signed_in_at=now, push_due=due)
    return result


def _push_inside_transaction(*, table_id: int, staff: Staff, now: datetime) -> Result:
    return execute_inside_transaction(
        table_id=table_id,
        command_id=str(uuid4()),
        seen=None,
        command=PushDealer(dealer=staff.key, name=staff.alias),
        actor=staff.key,
        now=now,
    )


def dealer_sign_out(*, device: Device) -> None:
    """Nobody is signed in at the tablet; the log keeps who dealt."""
    Device.objects.filter(pk=device.pk).update(dealer=None, signed_in_at=None, push_due=False)
