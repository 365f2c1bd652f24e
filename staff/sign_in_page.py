"""The sign-in page with badge and PIN: one page, under the name of the area that asks."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@dataclass(frozen=True, slots=True)
class SignInPage:
    """How an area introduces itself on the sign-in page."""

    title: str
    people: str  # whom it is for
    has_password_link: bool = False


SIGN_IN_PAGES = {
    "floor": SignInPage("Floor", "Supervisors, managers and surveillance: badge and PIN."),
    "replay": SignInPage("Replay", "Supervisors, managers and surveillance: badge and PIN."),
    "desk": SignInPage("Waitlist", "For desk staff, supervisors and managers."),
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
    status: int = 200,
) -> HttpResponse:
    """Return the page; `area` is a key of `SIGN_IN_PAGES`, `next_url` where to go after the sign-in."""
    context = {
        "area": SIGN_IN_PAGES[area],
        "next": next_url,
        "badge": badge,
        "refused": refused,
    }
    return render(request, "web/sign_in.html", context, status=status)
