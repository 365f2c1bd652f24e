"""Ending all sessions of a staff member: browsers, by password or by badge, and tablets."""

from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction

from tables import broadcast
from tables.models import Device, Staff

STAFF = "floor.staff"  # session key: who signed in by badge and PIN


def sessions_end(*, staff: Staff) -> int:
    """End every session of a staff member, on browsers and tablets; return how many were ended."""
    with transaction.atomic():
        browsers = browsers_end(user=staff.user, badge=staff.pk)
        tablets = list(Device.objects.filter(dealer=staff).values_list("pk", flat=True))
        rows = Device.objects.filter(pk__in=tablets)
        rows.update(dealer=None, signed_in_at=None, push_due=False)
        for pk in tablets:
            transaction.on_commit(partial(broadcast.device_gone, device_id=pk), robust=True)
    return browsers + len(tablets)


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
