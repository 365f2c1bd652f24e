"""Ends a sign-in whose time is over, and leads whoever owes a second factor to it, before any page is asked."""

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from access.owing import led
from access.recorded import person
from access.sessions import SINCE, begins, is_over, is_used
from audit.recording import record
from tables.models import Staff
from tables.sessions import STAFF


class SignInsEndMiddleware(MiddlewareMixin):
    """After the session and the user are known."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Whoever is signed in too long, or was away too long, is nobody any more."""
        session = request.session
        if STAFF not in session and not request.user.is_authenticated:
            return None
        now = timezone.now()
        if SINCE not in session:  # by a way of Django's own
            begins(session, getattr(request.user, "staff", None), now)
        if not is_over(session, now):
            is_used(session, now)
            return led(request)
        staff = Staff.objects.filter(pk=session.get(STAFF, 0)).first()
        record(staff or person(request), "session_over", now=now)
        logout(request)
        return None
