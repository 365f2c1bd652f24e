"""The view of every sign-in with badge and PIN: one page and one flow, for whichever area asks."""

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

BADGE_LENGTH = 10  # of a badge that is filled in again


def badge_sign_in(
    request: HttpRequest,
    *,
    area: Callable[[str], str],
    default_url: str,
    check: Callable[[Staff, str], None],
) -> HttpResponse:
    """Show the sign-in page, or sign a staff member in and go to the next page.

    area: returns the key of `SIGN_IN_PAGES` for the next page. default_url: the next page if none of this site is
    asked for. check: raises a `Refusal` for who may not open the area; it gets the next page as well. A refused
    sign-in ends the one before it in this browser.
    """
    form = SignInForm(request.POST if request.method == "POST" else request.GET).read()
    next_url = _next(request, form.next or request.GET.get("next", ""), default_url)
    page, badge = area(next_url), form.badge[:BADGE_LENGTH]
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
    """Return what is wrong; for a wrong PIN with the tries that are left before a wait."""
    tries = refusal.facts.get("tries")
    return tries_message(tries) if isinstance(tries, int) else refusal_message(refusal)


def _wait(refusal: Refusal) -> int:
    """Return how many seconds to wait until the next try; 0 for none."""
    seconds = refusal.facts.get("seconds") if refusal.code == "locked_out" else 0
    return seconds if isinstance(seconds, int) else 0


def _next(request: HttpRequest, wanted: str, default_url: str) -> str:
    """Return the page after the sign-in: one of this site, else the area's own."""
    is_local = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()})
    return wanted if is_local and wanted.startswith("/") else default_url
