"""Sign-out by badge and by password, the same on every page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from staff.audit.recording import record
from staff.models import Staff
from staff.sessions import SIGN_IN_AREAS, STAFF, leave_session
from web.admin_audit import current_user


def sign_in_area_of(request: HttpRequest) -> str:
    """Return the sign-in area of a request by the first part of its path. Several areas share a sign-in page."""
    for path in (request.POST.get("next", ""), request.path_info):
        area = path.strip("/").partition("/")[0].partition("?")[0]
        if area in SIGN_IN_AREAS:
            return area
    return "floor"


def sign_out(request: HttpRequest) -> None:
    """Sign this browser out of both badge and password. It still opens the room that it used last."""
    now = timezone.now()
    staff = Staff.objects.filter(pk=request.session.get(STAFF, 0)).first()
    if staff is not None:
        record(staff, "floor_sign_out", now=now, reason=sign_in_area_of(request))
    if request.user.is_authenticated:
        record(current_user(request), "setup_sign_out", now=now)
    leave_session(request)


def sign_out_view(to: str) -> Callable[[HttpRequest], HttpResponse]:
    """Return the sign-out view of an area. `to` is the URL name of the area's sign-in page."""

    def leave(request: HttpRequest) -> HttpResponse:
        sign_out(request)
        return redirect(to)

    page: Callable[[HttpRequest], HttpResponse] = never_cache(require_POST(leave))
    return page
