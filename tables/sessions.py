"""Ending all sessions of a staff member: browsers, by password or by badge, and tablets."""

from collections.abc import Iterable
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F, QuerySet

from tables import broadcast
from tables.models import Device, Staff, Table

STAFF = "floor.staff"  # session key: who signed in by badge and PIN


def sessions_end(*, staff: Staff) -> int:
    """End every session of a staff member, on browsers and tablets; return how many were ended."""
    with transaction.atomic():
        browsers = browsers_end(user=staff.user, badge=staff.pk)
        tablets = tablets_end(staff=staff, devices=Device.objects.all())
    return browsers + tablets


def tablets_end(*, staff: Staff, devices: "QuerySet[Device]") -> int:
    """End the sign-ins of a staff member at these tablets; return how many were ended.

    Where a dealer stepped aside for them, that dealer is back. Where they stepped aside themselves, they are not back.
    """
    devices.filter(aside=staff).update(aside=None)
    tablets = devices.filter(dealer=staff)
    numbers = list(tablets.values_list("pk", flat=True))
    tablets.filter(aside=None).update(dealer=None, signed_in_at=None, push_due=False)
    tablets.update(dealer=F("aside"), aside=None)
    _close_sockets(numbers)
    return len(numbers)


def table_tablets_end(*, table: Table) -> None:
    """Sign everyone out of a table's tablets."""
    tablets = Device.objects.filter(table=table).exclude(dealer=None, aside=None)
    numbers = list(tablets.values_list("pk", flat=True))
    tablets.update(dealer=None, aside=None, signed_in_at=None, push_due=False)
    _close_sockets(numbers)


def _close_sockets(numbers: Iterable[int]) -> None:
    """Close the sockets of these tablets after the commit, so that their pages ask who is signed in."""
    for pk in numbers:
        transaction.on_commit(partial(broadcast.device_gone, device_id=pk), robust=True)


def browsers_end(*, user: User, badge: int = 0) -> int:
    """End the browser sessions of an account, and of a staff member by badge; return how many were ended."""
    keys = [
        session.session_key
        for session in Session.objects.all()
        if _belongs_to(session, user, badge)
    ]
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)


def _belongs_to(row: Session, user: User, badge: int) -> bool:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    session_data: dict[str, Any] = store.decode(row.session_data)
    return bool(badge and session_data.get(STAFF) == badge) or session_data.get(SESSION_KEY) == str(
        user.pk
    )
