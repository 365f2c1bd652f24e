"""Signing somebody out everywhere: browsers, by password or by badge, and tablets."""

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

STAFF = "floor.staff"  # in a session: who signed in by badge and PIN


def sessions_end(*, staff: Staff) -> int:
    """At once, and for good also when somebody comes back; how many sign-ins there were."""
    with transaction.atomic():
        browsers = browsers_end(user=staff.user, badge=staff.pk)
        tablets = list(Device.objects.filter(dealer=staff).values_list("pk", flat=True))
        rows = Device.objects.filter(pk__in=tablets)
        rows.update(dealer=None, signed_in_at=None, push_due=False)
        for pk in tablets:
            transaction.on_commit(partial(broadcast.device_gone, device_id=pk), robust=True)
    return browsers + len(tablets)


def browsers_end(*, user: User, badge: int = 0) -> int:
    """Of an account, and of a member of staff by badge; how many there were."""
    mine = [one.session_key for one in Session.objects.all() if _is_of(one, user, badge)]
    Session.objects.filter(session_key__in=mine).delete()
    return len(mine)


def _is_of(row: Session, user: User, badge: int) -> bool:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    said: dict[str, Any] = store.decode(row.session_data)
    return bool(badge and said.get(STAFF) == badge) or said.get(SESSION_KEY) == str(user.pk)
