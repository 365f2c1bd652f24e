"""Dealers at a tablet: signing in pushes the dealer before, in one action."""

from datetime import datetime
from functools import partial
from uuid import uuid4

from django.db import transaction

from audit.recording import record, used
from poker.commands import PushDealer
from poker.refusal import Refusal
from tables import broadcast
from tables.actions import Result, execute_inside_transaction, locked
from tables.dealers import following
from tables.models import Device, Staff
from tables.pins import staff_by_pin


def dealer_sign_in(*, device: Device, badge: str, pin: str, now: datetime) -> Result:
    """Check badge and PIN, then push: between hands whoever dealt before is relieved."""
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    result = dealer_push(device=device, staff=staff, now=now)
    record(staff, "tablet_sign_in", now=now, about=device, table=device.table_id)
    used(staff, "tablet", now=now)
    return result


def dealer_push(*, device: Device, staff: Staff, now: datetime) -> Result:
    """Seat the next dealer. During a hand only an empty box is filled; the push is then recorded later.

    A supervisor beside a dealer is signed in at any time and pushes nobody: what needs a supervisor is done, and
    the dealer signs in again. Whoever signs in here is signed out elsewhere, and the tablet there is told.
    """
    if not staff.user.has_perm("tables.deal"):
        raise Refusal("not_a_dealer", "S-013", name=staff.alias)
    with transaction.atomic(durable=True):
        stream = locked(device.table_id)
        as_it_is = Result(seq=stream.seq, view=stream.view)
        result, due = _seated(device, staff, as_it_is, now)
        if not due and result is not as_it_is:
            following.signed_in(table_id=device.table_id, staff=staff, now=now)
        left = Device.objects.filter(dealer=staff).exclude(pk=device.pk)
        for other in list(left.values_list("pk", flat=True)):
            told = partial(broadcast.device_gone, device_id=other)
            transaction.on_commit(told, robust=True)
        left.update(dealer=None, signed_in_at=None, push_due=False)
        Device.objects.filter(pk=device.pk).update(dealer=staff, signed_in_at=now, push_due=due)
    return result


def _seated(device: Device, staff: Staff, as_it_is: Result, now: datetime) -> tuple[Result, bool]:
    """The table with its dealer, and whether a push is still to be recorded."""
    if staff.supervises and as_it_is.view.get("dealer"):
        return as_it_is, False
    try:
        return _push_inside_transaction(table_id=device.table_id, staff=staff, now=now), False
    except Refusal:
        before = Device.objects.select_related("dealer__user").get(pk=device.pk).dealer
        if before is not None and before != staff and not before.supervises:
            raise
        return as_it_is, True


def elsewhere(*, device: Device) -> Device | None:
    """Where the dealer of this tablet's table is signed in instead of here."""
    dealer = device.table.view.get("dealer")
    if not dealer:
        return None
    others = Device.objects.filter(dealer__alias=dealer["name"]).exclude(pk=device.pk)
    return others.select_related("table").first()


def _push_inside_transaction(*, table_id: int, staff: Staff, now: datetime) -> Result:
    return execute_inside_transaction(
        table_id=table_id,
        command_id=str(uuid4()),
        seen=None,
        command=PushDealer(dealer=staff.key, name=staff.alias),
        actor=staff.key,
        now=now,
    )


def dealer_sign_out(*, device: Device, now: datetime) -> None:
    """Nobody is signed in at the tablet; the log keeps who dealt."""
    if device.dealer is not None:
        record(device.dealer, "tablet_sign_out", now=now, about=device, table=device.table_id)
    Device.objects.filter(pk=device.pk).update(dealer=None, signed_in_at=None, push_due=False)
