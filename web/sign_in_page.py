"""The sign-in page with badge and PIN. All areas share it and show their own names on it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from staff.models import Staff
from staff.rooms import house_name, is_empty_installation

CHOOSING_KEY = "staff.choosing_pin"  # session key: who entered a start code, and when
CHOOSING_TIMEOUT = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class SignInPage:
    """The text of an area on the sign-in page."""

    title: str
    people: str  # the people whom the area is for
    has_password_link: bool = False


SIGN_IN_PAGES = {
    "floor": SignInPage("Floor", "Supervisors, managers and surveillance."),
    "replay": SignInPage("Replay", "Supervisors, managers and surveillance."),
    "training": SignInPage("Your training record", "For everyone who practices in the school."),
    "roster": SignInPage("Roster", "For dealers, supervisors and managers."),
    "desk": SignInPage("Waitlist", "For desk staff, supervisors and managers."),
    "tournaments": SignInPage(
        "Tournaments", "For desk staff, supervisors, managers and surveillance."
    ),
    "players": SignInPage("Players", "For desk, supervisors and managers."),
    "incidents": SignInPage("Incidents and sanctions", "For supervisors and managers."),
    "reports": SignInPage(
        "Reports", "For managers and surveillance. Supervisors can see the shift report."
    ),
    "audit": SignInPage(
        "Who did what",
        "For managers and surveillance. Changes under Access and Two-factor need your password instead.",
        has_password_link=True,
    ),
}


def sign_in_page(
    request: HttpRequest,
    area: str,
    *,
    next_url: str,
    badge: str = "",
    refused: str = "",
    wait: int = 0,
    status: int = 200,
) -> HttpResponse:
    """Return the page. `area` is a key of `SIGN_IN_PAGES`; `next_url` is the page after the sign-in.

    `wait` is how many seconds the badge is locked here, 0 if it is not. A person who has just entered a start code
    is redirected to choose a PIN. On an empty installation, the page shows how to set it up.
    """
    if getattr(request, "chooses_pin", False):
        here = f"{request.path}?{urlencode({'next': next_url})}" if next_url else request.path
        return redirect(f"{reverse('choose-pin')}?{urlencode({'next': here})}")
    if is_empty_installation():
        return render(request, "web/not_set_up.html")
    context = {
        "area": SIGN_IN_PAGES[area],
        "next": next_url,
        "badge": badge,
        "refused": refused,
        "wait": wait,
        "house": house_name(),
    }
    return render(request, "web/sign_in.html", context, status=status)


def start_choosing_pin(request: HttpRequest, badge: str, now: datetime) -> None:
    """Let this browser choose the PIN of a staff member whose start code was entered in it."""
    staff = Staff.objects.get(badge=badge)
    request.session.cycle_key()
    request.session[CHOOSING_KEY] = [staff.pk, now.isoformat()]
    setattr(request, "chooses_pin", True)  # noqa: B010  # requests do not declare this attribute


def who_chooses_pin(request: HttpRequest, now: datetime) -> Staff | None:
    """Return the staff member who chooses a PIN in this browser; None ten minutes after the start code."""
    choosing = request.session.get(CHOOSING_KEY)
    if not isinstance(choosing, list) or len(choosing) != 2:
        return None
    since = parse_datetime(str(choosing[1]))
    if since is None or now - since >= CHOOSING_TIMEOUT:
        return None
    rows = Staff.objects.select_related("user").filter(pin_hash="", user__is_active=True)
    return rows.filter(pk=choosing[0]).first()
