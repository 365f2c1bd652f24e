"""Redirects signed-in users without a required second factor to its page before any other page."""

from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from staff.account_holders import AccountHolder, account_holder_of
from staff.models import Staff
from staff.policy import policy
from staff.second_factor import has_factor
from staff.session_limits import has_passed_second_factor
from staff.sessions import STAFF
from web.addresses import address

MANAGER = "manager"
# Sign-in and sign-out pages are exempt. Tablets and integrations have their own tokens.
EXEMPT_PREFIXES = (
    "/tablet/",
    "/api/",
    "/static/",
    "/line/",
    "/board",
    "/entry/",
    "/schedule",
    "/wall/tournament/",
    "/healthz",
    "/admin/login/",
)
EXEMPT_SUFFIXES = ("/sign-out", "/sign-in", "/logout/")
SETUP_REQUIRED = (
    "The house requires two-factor sign-in first. Set it up in another tab, then send this again."
)


def requires_second_factor(user: User) -> bool:
    """Return whether the house requires a second factor for this account, as it does for managers and superusers."""
    if not policy().factor_for_managers:
        return False
    return user.is_superuser or user.groups.filter(name=MANAGER).exists()


def user_missing_second_factor(request: HttpRequest) -> AccountHolder | None:
    """Return the user who still has to verify a second factor, else None.

    After a sign-in by password, managers need a second factor if the policy requires it. After a sign-in by badge,
    staff who have a second factor need it.
    """
    session = request.session
    user = request.user
    if (
        isinstance(user, User)
        and not has_passed_second_factor(session, user)
        and requires_second_factor(user)
    ):
        return account_holder_of(user)
    if STAFF not in session or not policy().factor_on_floor:
        return None
    staff = Staff.objects.select_related("user").filter(pk=session[STAFF]).first()
    if staff is None or has_passed_second_factor(session, staff.user):
        return None
    return staff if has_factor(staff.user) else None


def redirect_to_second_factor(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect to the second factor page for a user who still needs it, else None."""
    path = request.path_info
    pages = (address("second factor"), address("second factor setup"))
    if path in pages or path.startswith(EXEMPT_PREFIXES) or path.endswith(EXEMPT_SUFFIXES):
        return None
    holder = user_missing_second_factor(request)
    if holder is None:
        return None
    if request.method not in ("GET", "HEAD"):
        return render(request, "web/message.html", {"refused": SETUP_REQUIRED}, status=403)
    page = pages[0] if has_factor(holder.user) else pages[1]
    return redirect(f"{page}?{urlencode({'next': request.get_full_path()})}")
