"""Signing in on the floor: badge and PIN, for this browser and for one shift; no way into the set-up pages."""

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from audit.recording import record, used
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
    setattr(request, "signed_in_as", staff)  # noqa: B010  # for who is refused next, by the role
    door = _door(request)
    record(staff, "floor_sign_in", now=now, reason=door)
    used(staff, door, now=now)
    return staff


def _door(request: HttpRequest) -> str:
    """The first part of the address: floor, desk or incidents."""
    return request.path_info.strip("/").partition("/")[0][:20] or "floor"


def floor_sign_out(request: HttpRequest) -> None:
    """Nobody stands here."""
    staff = Staff.objects.filter(pk=request.session.get(STAFF, 0)).first()
    if staff is not None:
        record(staff, "floor_sign_out", now=timezone.now(), reason=_door(request))
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
