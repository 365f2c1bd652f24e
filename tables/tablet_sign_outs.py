"""Signing staff out of tablets."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet

from staff.models import Staff
from tables import table_screens
from tables.models import Device, Table


def tablets_end(*, staff: Staff, devices: "QuerySet[Device]") -> int:
    """End the sign-ins of a staff member at these tablets; return how many were ended.

    If a dealer stepped aside for them, that dealer is signed in again. If they stepped aside themselves, they are not
    signed in again.
    """
    devices.filter(aside=staff).update(aside=None)
    tablets = devices.filter(dealer=staff)
    numbers = list(tablets.values_list("pk", flat=True))
    tablets.filter(aside=None).update(dealer=None, signed_in_at=None, push_due=False)
    tablets.update(dealer=F("aside"), aside=None)
    _close_sockets(numbers)
    return len(numbers)


def end_tablets_of_staff(staff: Staff) -> int:
    """End the sign-ins of a staff member at all tablets; return how many were ended."""
    return tablets_end(staff=staff, devices=Device.objects.all())


def table_tablets_end(*, table: Table) -> None:
    """Sign everyone out of a table's tablets."""
    tablets = Device.objects.filter(table=table).exclude(dealer=None, aside=None)
    numbers = list(tablets.values_list("pk", flat=True))
    tablets.update(dealer=None, aside=None, signed_in_at=None, push_due=False)
    _close_sockets(numbers)


def _close_sockets(numbers: Iterable[int]) -> None:
    """Close the sockets of these tablets after the commit, so that their pages fetch the sign-in again."""
    for pk in numbers:
        transaction.on_commit(partial(table_screens.device_gone, device_id=pk), robust=True)
