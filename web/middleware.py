"""Ends expired sessions and redirects users without a required second factor, before any view runs."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from staff.audit.recording import record
from staff.models import Staff
from staff.session_limits import (
    BACKGROUND_HEADER,
    SINCE,
    is_over,
    start_session_limits,
    touch_session,
)
from staff.sessions import STAFF, leave_session
from web.admin_audit import current_user
from web.second_factor_gate import redirect_to_second_factor


class SessionLimitMiddleware(MiddlewareMixin):
    """Ends sessions at their limits. It comes after the session and authentication middleware."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Sign the user out if the session was idle too long or has reached its maximum length."""
        session = request.session
        if STAFF not in session and not request.user.is_authenticated:
            return None
        now = timezone.now()
        if SINCE not in session:  # the user signed in with Django's own login
            start_session_limits(session, getattr(request.user, "staff", None), now)
        if not is_over(session, now):
            if BACKGROUND_HEADER not in request.headers:
                touch_session(session, now)
            return redirect_to_second_factor(request)
        staff = Staff.objects.filter(pk=session.get(STAFF, 0)).first()
        record(staff or current_user(request), "session_over", now=now)
        leave_session(request)
        return None
