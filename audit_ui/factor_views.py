"""The second factor: set up by whoever is signed in, or has to before he is; asked for after the password."""

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from access.doors import let_in, waiting
from access.factors import (
    address_of,
    begun,
    codes_make,
    factor_check,
    factor_confirm,
    has_factor,
    may_have,
    secret_of,
)
from audit_ui import words
from audit_ui.guard import by_password, refused_page
from poker.refusal import Refusal
from rulings.sign_in import staff_of
from tables.models import Staff


@never_cache
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The second step of signing in by password."""
    now = timezone.now()
    found = waiting(request, now)
    if found is None:
        return redirect("admin:login")
    staff, then = found
    context: dict[str, object] = {"waiting": staff}
    if request.method == "POST":
        try:
            factor_check(staff=staff, code=request.POST.get("code", "")[:20], now=now)
        except Refusal as refusal:
            context["refused"] = words.sentence(refusal)
            return render(request, "audit_ui/code.html", context, status=words.status(refusal))
        let_in(request, staff.user, now)
        return redirect(_fine(request, then))
    return render(request, "audit_ui/code.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def factor(request: HttpRequest) -> HttpResponse:
    """Set it up: QR code and secret, then the app's first code; afterwards new recovery codes."""
    now = timezone.now()
    found = waiting(request, now)
    staff = found[0] if found else staff_of(request)
    answer = _not_here(request, staff, bool(found))
    if answer is not None or staff is None:
        return answer or redirect("incidents:sign-in")
    context: dict[str, object] = {"staff": None if found else staff, "at": "factor"}
    if request.method == "GET":
        return render(request, "audit_ui/factor.html", context | _shown(staff))
    try:
        context["codes"] = _confirmed(request, staff)
    except Refusal as refusal:
        context |= {"refused": words.sentence(refusal)} | _shown(staff)
        return render(request, "audit_ui/factor.html", context, status=words.status(refusal))
    if found:
        let_in(request, staff.user, now)
        context |= {"then": _fine(request, found[1]), "staff": staff}
    return render(request, "audit_ui/factor.html", context)


def _not_here(request: HttpRequest, staff: Staff | None, waits: bool) -> HttpResponse | None:
    """Where somebody is sent who has nothing to do here."""
    if staff is None:
        if request.method == "POST":
            return refused_page(request, Refusal("not_signed_in"))
        return redirect(f"{reverse('incidents:sign-in')}?next={reverse('audit:second-factor')}")
    if not may_have(staff):
        return refused_page(request, Refusal("no_factor_for_role", "", name=staff.alias), staff)
    if not waits and staff.user.has_usable_password() and not by_password(request, staff):
        return refused_page(request, Refusal("password_needed"), staff)
    if waits and has_factor(staff.user):
        return redirect("audit:code")  # who only has the password changes nothing here
    return None


def _confirmed(request: HttpRequest, staff: Staff) -> list[str]:
    code, now = request.POST.get("code", "")[:20], timezone.now()
    if has_factor(staff.user):
        return codes_make(staff=staff, code=code, now=now)
    return factor_confirm(staff=staff, code=code, now=now)


def _shown(staff: Staff) -> dict[str, object]:
    if has_factor(staff.user):
        return {"has": True, "left": staff.user.recovery_codes.count()}
    device = begun(staff)
    drawn = segno.make(address_of(device, staff.alias), error="m", micro=False)
    secret = secret_of(device)
    return {
        "qr": drawn.svg_data_uri(scale=4, border=2, dark="#101418", light="#fff"),
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
    }


def _fine(request: HttpRequest, then: str) -> str:
    inside = url_has_allowed_host_and_scheme(then, allowed_hosts={request.get_host()})
    return then if inside and then.startswith("/") else reverse("admin:index")
