"""Dealer sign-in at a tablet, which also pushes the dealer."""

from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction
from django.db.models import F

from poker.commands import PushDealer
from poker.refusal import Refusal
from staff.audit.recording import record, record_use
from staff.hooks import hooks
from staff.models import Staff
from staff.pins import staff_by_pin
from tables.actions import AnyResult, log_of_table
from tables.models import Device, Table
from tables.tablet_sign_outs import table_tablets_end, tablets_end

ASIDE = timedelta(minutes=2)  # how long an inactive supervisor stays signed in


def dealer_sign_in(*, device: Device, badge: str, pin: str, now: datetime) -> AnyResult:
    """Check badge and PIN, then push: between hands the previous dealer is relieved."""
    staff = staff_by_pin(badge=badge, pin=pin, room_id=device.table.room_id, now=now)
    result = dealer_push(device=device, staff=staff, now=now)
    record(staff, "tablet_sign_in", now=now, about=device, table=device.table_id)
    record_use(staff, "tablet", now=now)
    return result


def dealer_push(*, device: Device, staff: Staff, now: datetime) -> AnyResult:
    """Sign a dealer in at a tablet and push them in.

    During a hand only an empty box is filled, and the push is recorded after it. A supervisor who signs in while a
    dealer is in the box does not push: the dealer is signed in again after one act. The staff member is signed out of
    any other tablet, which is notified. Raises `Refusal`: `not_a_dealer`.
    """
    _require_dealer(staff)
    with transaction.atomic(durable=True):
        log = log_of_table(device.table_id)
        unchanged = log.unchanged(log.lock(device.table_id))
        result, due = _try_push(device, staff, unchanged, now)
        if not due and result is not unchanged:
            _sync_sign_in(table_id=device.table_id, staff=staff, now=now)
        tablets_end(staff=staff, devices=Device.objects.exclude(pk=device.pk))
        aside = _aside(device, staff, unchanged)
        push_due = (
            F("push_due") if aside else due
        )  # a push for which the returning dealer still waits
        rows = Device.objects.filter(pk=device.pk)
        if not aside:  # taps of the same dealer from before a late check may still be on the way
            rows.exclude(dealer=staff).update(pin_checked_at=None)
        rows.update(dealer=staff, aside=aside, signed_in_at=now, push_due=push_due)
    return result


def dealer_push_late(
    *, device: Device, staff: Staff, command_id: str, now: datetime, checked: datetime
) -> AnyResult:
    """Record a push that was made at `now` without a network, and sign in the dealer, whose PIN was checked just now.

    The dealer has dealt since, so only a wrong PIN is refused: if the room's table is still in a hand, the push is
    recorded after it. Raises `Refusal`: `not_a_dealer`.
    """
    _require_dealer(staff)
    with transaction.atomic(durable=True):
        log = log_of_table(device.table_id)
        stream = log.lock(device.table_id)
        if result := log.stored_result(stream, command_id):
            return result
        due = False
        try:
            result = _push_inside_transaction(
                table_id=device.table_id, staff=staff, now=now, command_id=command_id
            )
            _sync_sign_in(table_id=device.table_id, staff=staff, now=now)
        except Refusal:
            result = log.unchanged(stream)
            due = True
        tablets_end(staff=staff, devices=Device.objects.exclude(pk=device.pk))
        Device.objects.filter(pk=device.pk).update(
            dealer=staff, aside=None, signed_in_at=checked, pin_checked_at=checked, push_due=due
        )
    device.dealer = staff
    device.aside = None
    device.pin_checked_at = checked
    device.push_due = due
    return result


def _require_dealer(staff: Staff) -> None:
    if not staff.user.has_perm("tables.deal"):
        raise Refusal("not_a_dealer", "S-013", name=staff.alias)


def dealer_push_without_tablet(
    *, table: Table, dealer: Staff, command_id: str, actor: str, now: datetime
) -> AnyResult:
    """Push a dealer in from the floor, between hands, at a table without a working tablet.

    The tablet's dealer is signed out there, and the incoming dealer is signed out elsewhere.
    """

    log = log_of_table(table.pk)

    def work() -> AnyResult:
        stream = log.lock(table.pk)
        if result := log.stored_result(stream, command_id):
            return result
        result = log.execute_inside_transaction(
            table.pk,
            command_id=command_id,
            command=PushDealer(dealer=dealer.key, name=dealer.alias),
            actor=actor,
            now=now,
        )
        _sync_sign_in(table_id=table.pk, staff=dealer, now=now)
        table_tablets_end(table=table)
        tablets_end(staff=dealer, devices=Device.objects.all())
        return result

    return log.durably(table.pk, command_id, work)


def _aside(device: Device, staff: Staff, present: AnyResult) -> Staff | None:
    """Return the dealer who is signed in again after this sign-in's single act: the dealer in the box when a supervisor
    signs in.
    """
    before = Device.objects.select_related("dealer__user", "aside__user").get(pk=device.pk)
    dealer = before.aside or before.dealer
    if dealer is None or dealer == staff or dealer.supervises:
        return None
    return dealer if staff.supervises and present.view.dealer else None


def dealer_return(*, device: Device, now: datetime, acted: bool) -> bool:
    """Return the tablet to the dealer who stepped aside: after the supervisor's act, or after `ASIDE`.

    Returns whether it did. No PIN is needed, and the supervisor is no longer signed in here.
    """
    if device.aside_id is None:  # nearly every tap takes this path, without a query
        return False
    row = Device.objects.select_related("aside__user").get(pk=device.pk)
    waits = row.signed_in_at is not None and now - row.signed_in_at < ASIDE
    if row.aside is None or (waits and not acted):
        return False
    dealer = row.aside if row.aside.user.is_active else None
    Device.objects.filter(pk=device.pk).update(dealer=dealer, aside=None, signed_in_at=now)
    device.dealer = dealer
    device.aside = None
    return True


def return_delay(*, device: Device, now: datetime) -> int:
    """Return the milliseconds until the dealer who stepped aside is signed in again; 0 if no one stepped aside."""
    row = Device.objects.filter(pk=device.pk).exclude(aside=None).only("signed_in_at").first()
    if row is None or row.signed_in_at is None:
        return 0
    return max(int((row.signed_in_at + ASIDE - now).total_seconds() * 1000), 1)


def _try_push(
    device: Device, staff: Staff, unchanged: AnyResult, now: datetime
) -> tuple[AnyResult, bool]:
    """Return the table after the push, and whether the push is still to be recorded."""
    if staff.supervises and unchanged.view.dealer:
        return unchanged, False
    try:
        return _push_inside_transaction(table_id=device.table_id, staff=staff, now=now), False
    except Refusal:
        previous = Device.objects.select_related("dealer__user").get(pk=device.pk).dealer
        if previous is not None and previous != staff and not previous.supervises:
            raise
        return unchanged, True


def other_device(*, device: Device) -> Device | None:
    """Return the tablet where the dealer of this tablet's table is signed in, if it is another one."""
    dealer = device.table.listed.dealer
    if not dealer:
        return None
    devices = Device.objects.filter(dealer__alias=dealer.name).exclude(pk=device.pk)
    return devices.select_related("table").first()


def _push_inside_transaction(
    *, table_id: int, staff: Staff, now: datetime, command_id: str = ""
) -> AnyResult:
    return log_of_table(table_id).execute_inside_transaction(
        table_id,
        PushDealer(dealer=staff.key, name=staff.alias),
        command_id=command_id or str(uuid4()),
        actor=staff.key,
        now=now,
    )


def dealer_sign_out(*, device: Device, now: datetime) -> None:
    """Sign the dealer out of the tablet; the log still has who dealt."""
    if device.dealer is not None:
        record(device.dealer, "tablet_sign_out", now=now, about=device, table=device.table_id)
    Device.objects.filter(pk=device.pk).update(
        dealer=None, aside=None, signed_in_at=None, pin_checked_at=None, push_due=False
    )


def _sync_sign_in(*, table_id: int, staff: Staff, now: datetime) -> None:
    """Call the hooks of slices that follow a sign-in without a push."""
    for follow in hooks().DEALER_SIGN_INS:
        follow(table_id=table_id, staff=staff, now=now)
