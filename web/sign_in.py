"""Sign-in on the floor with badge and PIN, for one browser and one shift. It gives no access to the admin site."""

from datetime import datetime, timedelta
from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone

from poker.refusal import Refusal
from staff.audit.recording import record, record_use
from staff.models import Staff
from staff.pins import staff_by_pin
from staff.policy import policy
from staff.second_factor import factor_check, has_factor
from staff.session_limits import SINCE, is_over, mark_second_factor_passed, start_session_limits
from staff.sessions import STAFF
from web.posted import Posted, UncutSigned, Verbatim, text
from web.sign_in_page import start_choosing_pin
from web.sign_out import sign_in_area_of

__all__ = [
    "SHIFT",
    "SINCE",
    "STAFF",
    "CodeForm",
    "SignInForm",
    "floor_sign_in",
    "floor_sign_out",
    "signed_in_staff",
]

SHIFT = timedelta(hours=8)  # for most roles, unless a manager sets another one (`staff.policy`)


class CodeForm(Posted):
    code: Annotated[str, text(20, strip=False)]


class SignInForm(UncutSigned):
    """Badge and PIN, the code if the policy requires one, and the next page."""

    code: Annotated[str, text(20, strip=False)]
    next: Verbatim


def floor_sign_in(*, request: HttpRequest, badge: str, pin: str, now: datetime) -> Staff:
    """Sign a staff member in for this browser.

    A start code signs no one in: the sign-in page then links to the page where the PIN is chosen. Raises `Refusal`:
    `bad_sign_in`, `locked_out`, `choose_pin`. For users with a second factor, if the house requires it here, also
    `code_needed`, `wrong_code`, `code_wait`.
    """
    try:
        staff = staff_by_pin(badge=badge, pin=pin, room_id=None, now=now)
    except Refusal as refusal:
        if refusal.code == "choose_pin":
            start_choosing_pin(request, badge, now)
        raise
    has_passed = _second_factor(request, staff, now)
    request.session.cycle_key()
    request.session[STAFF] = staff.pk
    start_session_limits(request.session, staff, now)
    if has_passed:
        mark_second_factor_passed(request.session, staff.user)
    setattr(request, "signed_in_as", staff)  # noqa: B010  # the next refusal uses the role of this person
    door = sign_in_area_of(request)
    record(staff, "floor_sign_in", now=now, reason=door)
    record_use(staff, door, now=now)
    return staff


def _second_factor(request: HttpRequest, staff: Staff, now: datetime) -> bool:
    """Verify the second factor; return False if none is required."""
    if not (policy().factor_on_floor and has_factor(staff.user)):
        return False
    code = CodeForm.read(request.POST).code
    if not code.strip():
        record(staff, "refused_factor", now=now, refused=True, reason=sign_in_area_of(request))
        raise Refusal("code_needed")
    factor_check(staff=staff, code=code, now=now)
    return True


def floor_sign_out(request: HttpRequest) -> None:
    """Sign out of the floor, for example after a refused sign-in. `web.sign_out` signs out of all areas."""
    staff = Staff.objects.filter(pk=request.session.get(STAFF, 0)).first()
    if staff is not None:
        record(staff, "floor_sign_out", now=timezone.now(), reason=sign_in_area_of(request))
    for name in (STAFF, SINCE):
        request.session.pop(name, None)


def signed_in_staff(request: HttpRequest) -> Staff | None:
    """Return the staff member signed in on the floor, or else on the admin site.

    Returns None if the shift or the employment has ended.
    """
    staff = None
    if _in_shift(request):
        rows = Staff.objects.select_related("user")
        staff = rows.filter(pk=request.session[STAFF]).first()
    elif request.user.is_authenticated:
        staff = getattr(request.user, "staff", None)
    return staff if staff is not None and staff.user.is_active else None


def _in_shift(request: HttpRequest) -> bool:
    return STAFF in request.session and not is_over(request.session, timezone.now())
