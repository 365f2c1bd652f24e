"""Signing in on the floor: badge and PIN, for this browser and for one shift; no way into the set-up pages."""

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tables.models import Staff
from tables.pins import staff_by_pin

STAFF, SINCE = "floor.staff", "floor.since"
SHIFT = timedelta(hours=8)


def floor_sign_in(*, request: HttpRequest, badge: str, pin: str, now: datetime) -> Staff:
    """Remember who stands here. Refuses `bad_sign_in`, `locked_out`."""
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    request.session.cycle_key()
    request.session[STAFF] = staff.pk
    request.session[SINCE] = now.isoformat()
    return staff


def floor_sign_out(request: HttpRequest) -> None:
    """Nobody stands here."""
    for name in (STAFF, SINCE):
        request.session.pop(name, None)


def staff_of(request: HttpRequest) -> Staff | None:
    """Who is signed in on the floor, else who is in the set-up pages; None when the shift is over or the job."""
    found = None
    if _in_shift(request):
        rows = Staff.objects.select_related("user")
        found = rows.filter(pk=request.session[STAFF]).first()
    elif request.user.is_authenticated:
        found = getattr(request.user, "staff", None)
    return found if found is not None and found.user.is_active else None


def _in_shift(request: HttpRequest) -> bool:
    since = parse_datetime(str(request.session.get(SINCE, "")))
    return STAFF in request.session and since is not None and timezone.now() - since < SHIFT
