"""Signing in on the floor: badge and PIN, for this browser and for one shift; no way into the set-up pages."""

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

from access.factors import factor_check, has_factor
from access.leaving import door_of
from access.policy import policy
from access.sessions import SINCE, begins, is_over, passes
from audit.recording import record, used
from poker.refusal import Refusal
from tables.models import Staff
from tables.pins import staff_by_pin
from tables.sessions import STAFF

__all__ = ["SHIFT", "SINCE", "STAFF", "floor_sign_in", "floor_sign_out", "staff_of"]

SHIFT = timedelta(hours=8)  # of most roles, until a manager says otherwise (`access.policy`)


def floor_sign_in(*, request: HttpRequest, badge: str, pin: str, now: datetime) -> Staff:
    """Remember who stands here. Refuses `bad_sign_in`, `locked_out`; and `code_needed`, `wrong_code`, `code_wait` of
    whoever has a second factor, where the house asks for it here.
    """
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    shown = _second_factor(request, staff, now)
    request.session.cycle_key()
    request.session[STAFF] = staff.pk
    begins(request.session, staff, now)
    if shown:
        passes(request.session, staff.user)
    setattr(request, "signed_in_as", staff)  # noqa: B010  # for who is refused next, by the role
    door = door_of(request)
    record(staff, "floor_sign_in", now=now, reason=door)
    used(staff, door, now=now)
    return staff


def _second_factor(request: HttpRequest, staff: Staff, now: datetime) -> bool:
    """Whether it was shown; False where nobody asks for it."""
    if not (policy().factor_on_floor and has_factor(staff.user)):
        return False
    code = request.POST.get("code", "")[:20]
    if not code.strip():
        record(staff, "refused_factor", now=now, refused=True, reason=door_of(request))
        raise Refusal("code_needed")
    factor_check(staff=staff, code=code, now=now)
    return True


def floor_sign_out(request: HttpRequest) -> None:
    """Nobody stands here by badge and PIN, as after a sign-in that was refused; `access.leaving` signs out of all."""
    staff = Staff.objects.filter(pk=request.session.get(STAFF, 0)).first()
    if staff is not None:
        record(staff, "floor_sign_out", now=timezone.now(), reason=door_of(request))
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
    return STAFF in request.session and not is_over(request.session, timezone.now())
