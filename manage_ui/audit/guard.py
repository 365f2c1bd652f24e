"""Permissions of these pages: managers and surveillance, by password or badge, checked on every request (S-012)."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from poker.refusal import Refusal
from rulings.messages.refusals import http_status, refusal_message
from rulings.sign_in import signed_in_staff
from staff.account_holders import AccountHolder
from staff.audit.recording import set_refusal_verb
from staff.models import Staff
from staff.permissions import Permission, may, who_may
from staff.rooms import is_house_wide

Answer = Callable[..., HttpResponseBase]
SEARCH: Permission = "staff.search_acts"


def require_auditor(answer: Answer) -> Answer:
    """Require the permission to search; others get the sign-in page or a refusal."""
    return require_permission(answer, SEARCH)


def by_password(request: HttpRequest, staff: Staff) -> bool:
    """Return whether the staff member signed in with a password, not only with badge and PIN."""
    return bool(request.user.is_authenticated and request.user.pk == staff.user_id)


def require_permission(answer: Answer, permission: Permission, *, password: bool = False) -> Answer:
    """Require a permission. password: badge and PIN are not sufficient."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
        staff = signed_in_staff(request)
        if staff is None:
            if request.method == "POST":
                return refused_page(request, Refusal("not_signed_in"))
            return redirect(f"{reverse('audit:sign-in')}?next={quote(request.get_full_path())}")
        if not may(staff, permission):
            return refused_page(
                request,
                Refusal("not_allowed", "S-012", name=staff.alias, who=who_may(permission)),
                staff,
            )
        if not is_house_wide(staff.user):
            return refused_page(
                request,
                Refusal("not_house_wide", "", name=staff.alias),
                staff,
            )
        if password and not by_password(request, staff):
            set_refusal_verb("refused_by_badge")
            return refused_page(request, Refusal("password_needed"), staff)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


def refused_page(
    request: HttpRequest, refusal: Refusal, staff: AccountHolder | None = None
) -> HttpResponse:
    """Render a refusal page."""
    context = {"refused": refusal_message(refusal), "staff": staff}
    return render(request, "manage_ui/audit/refused.html", context, status=http_status(refusal))
