"""The sign-in page of the audit: badge and PIN, or a link to the password sign-in."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from staff.models import Staff
from staff.permissions import require
from staff.second_factor import may_use_second_factor
from web.badge_sign_in import badge_sign_in


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in to search, or to set up a second factor."""
    return badge_sign_in(
        request, area=lambda next_url: "audit", default_url=reverse("audit:search"), check=_check
    )


def _check(staff: Staff, next_url: str) -> None:
    if not may_use_second_factor(staff):
        require(staff, "staff.search_acts")
