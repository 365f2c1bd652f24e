"""Signing out: one way on every page, of whatever signs this browser in."""

from collections.abc import Callable

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from access.recorded import person
from audit.recording import record
from tables.models import Staff
from tables.sessions import STAFF

# What last use is kept of, in the report's order; setup: every page by name and password.
DOORS = ("tablet", "floor", "desk", "players", "incidents", "replay", "reports", "audit", "setup")


def door_of(request: HttpRequest) -> str:
    """Where somebody signs in to, by the first part of the address: several places have one page to sign in at."""
    for address in (request.POST.get("next", ""), request.path_info):
        door = address.strip("/").partition("/")[0].partition("?")[0]
        if door in DOORS:
            return door
    return "floor"


def sign_out(request: HttpRequest) -> None:
    """Nobody is signed in at this browser any more, neither by badge nor by password."""
    now = timezone.now()
    staff = Staff.objects.filter(pk=request.session.get(STAFF, 0)).first()
    if staff is not None:
        record(staff, "floor_sign_out", now=now, reason=door_of(request))
    if request.user.is_authenticated:
        record(person(request), "setup_sign_out", now=now)
    logout(request)


def signs_out(to: str) -> Callable[[HttpRequest], HttpResponse]:
    """The page behind a place's Sign out. to: the name of the address where one signs in there."""

    def leave(request: HttpRequest) -> HttpResponse:
        sign_out(request)
        return redirect(to)

    page: Callable[[HttpRequest], HttpResponse] = never_cache(require_POST(leave))
    return page
