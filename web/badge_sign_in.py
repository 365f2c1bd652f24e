"""The view of every sign-in with badge and PIN. All areas share one page and one flow."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from poker.refusal import Refusal
from staff.models import Staff
from web.messages.refusals import http_status, refusal_message
from web.messages.sign_in import tries_message
from web.sign_in import SignInForm, floor_sign_in, floor_sign_out
from web.sign_in_page import sign_in_page

BADGE_LENGTH = 10  # characters of a badge that the form shows again


def badge_sign_in(
    request: HttpRequest,
    *,
    area: Callable[[str], str],
    default_url: str,
    check: Callable[[Staff, str], None],
) -> HttpResponse:
    """Show the sign-in page, or sign a staff member in and redirect to the next page.

    `area` returns the key of `SIGN_IN_PAGES` for the next page. `default_url` is the next page if the request names
    none on this site. `check` gets the staff member and the next page and raises `Refusal` for staff who may not
    open the area. A refused sign-in also ends the previous sign-in in this browser.
    """
    form = SignInForm.read(request.POST if request.method == "POST" else request.GET)
    next_url = _next(request, form.next or request.GET.get("next", ""), default_url)
    page = area(next_url)
    badge = form.badge[:BADGE_LENGTH]
    if request.method != "POST":
        return sign_in_page(request, page, next_url=next_url, badge=badge)
    try:
        staff = floor_sign_in(request=request, now=timezone.now(), **form.signature)
        check(staff, next_url)
    except Refusal as refusal:
        floor_sign_out(request)
        return sign_in_page(
            request,
            page,
            next_url=next_url,
            badge=badge,
            refused=_sentence(refusal),
            wait=_wait(refusal),
            status=http_status(refusal),
        )
    return redirect(next_url)


def _sentence(refusal: Refusal) -> str:
    """Return the message of a refusal. For a wrong PIN, it has the number of tries left before a wait."""
    tries = refusal.facts.get("tries")
    return tries_message(tries) if isinstance(tries, int) else refusal_message(refusal)


def _wait(refusal: Refusal) -> int:
    """Return the seconds until the next try, 0 if none."""
    seconds = refusal.facts.get("seconds") if refusal.code == "locked_out" else 0
    return seconds if isinstance(seconds, int) else 0


def _next(request: HttpRequest, next_url: str, default_url: str) -> str:
    """Return the requested page if it is on this site, else the area's own page."""
    is_local = url_has_allowed_host_and_scheme(next_url, allowed_hosts={request.get_host()})
    return next_url if is_local and next_url.startswith("/") else default_url
