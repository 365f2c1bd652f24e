"""The sign-in page of the audit: badge and PIN, or a link to the password sign-in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from poker.refusal import Refusal
from rulings.messages.refusals import http_status, refusal_message
from rulings.sign_in import UncutSignInForm, floor_sign_in, floor_sign_out
from staff.permissions import require
from staff.second_factor import may_use_second_factor
from staff.sign_in_page import sign_in_page


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in to search, or to set up a second factor."""
    form = UncutSignInForm(request.POST if request.method == "POST" else request.GET).read()
    then, badge = _next(form.next), form.badge[:10]
    if request.method == "GET":
        return sign_in_page(request, "audit", next_url=then, badge=badge)
    try:
        staff = floor_sign_in(request=request, now=timezone.now(), **form.signature)
        if not may_use_second_factor(staff):
            require(staff, "staff.search_acts")
    except Refusal as refusal:
        floor_sign_out(request)
        text, status = refusal_message(refusal), http_status(refusal)
        return sign_in_page(
            request, "audit", next_url=then, badge=badge, refused=text, status=status
        )
    return redirect(then)


def _next(wanted: str) -> str:
    """Return the page to show after sign-in; never a URL of another site."""
    here = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if here and wanted.startswith("/") else reverse("audit:search")
