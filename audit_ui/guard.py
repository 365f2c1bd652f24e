"""Who is asking: managers and surveillance, by password or badge, asked at every request (S-012)."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from access.holders import Holder
from audit.recording import refused_as
from audit_ui import words
from poker.refusal import Refusal
from rulings.sign_in import staff_of
from tables.models import Staff

Answer = Callable[..., HttpResponseBase]
SEARCH = "audit.search_acts"


def may(staff: Staff, permission: str) -> bool:
    """Whether somebody who works here may."""
    return staff.user.is_active and staff.user.has_perm(permission)


def of_auditor(answer: Answer) -> Answer:
    """Only who may search; others are asked to sign in, or told that they may not."""
    return guarded(answer, SEARCH)


def by_password(request: HttpRequest, staff: Staff) -> bool:
    """Whether somebody is here by password, not by badge and PIN alone."""
    return bool(request.user.is_authenticated and request.user.pk == staff.user_id)


def guarded(answer: Answer, permission: str, *, password: bool = False) -> Answer:
    """Only who has a permission; password: badge and PIN are not enough for it."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
        staff = staff_of(request)
        if staff is None:
            if request.method == "POST":
                return refused_page(request, Refusal("not_signed_in"))
            return redirect(f"{reverse('audit:sign-in')}?next={quote(request.get_full_path())}")
        if not may(staff, permission):
            return refused_page(request, Refusal("not_allowed", "S-012", name=staff.alias), staff)
        if password and not by_password(request, staff):
            refused_as("refused_by_badge")
            return refused_page(request, Refusal("password_needed"), staff)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


def refused_page(
    request: HttpRequest, refusal: Refusal, staff: Holder | None = None
) -> HttpResponse:
    """A page of one sentence."""
    told = {"refused": words.sentence(refusal), "staff": staff}
    return render(request, "audit_ui/refused.html", told, status=words.status(refusal))
