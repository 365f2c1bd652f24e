"""The second factor: set up by whoever is signed in, or has to before he is; asked for after the password."""

from datetime import datetime
from urllib.parse import urlencode

import segno
from django.contrib.auth.models import User
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
from access.holders import Holder, holder_of
from access.owing import owing
from access.sessions import passes
from audit_ui import words
from audit_ui.guard import refused_page
from poker.refusal import Refusal
from rulings.sign_in import staff_of


@never_cache
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The second step of signing in by password, or of whoever is signed in and owes it since the house asks for it."""
    now = timezone.now()
    found = _asked(request, now)
    if found is None:
        return redirect("admin:login")
    holder, then, waits = found
    context: dict[str, object] = {"waiting": holder}
    if not has_factor(holder.user):
        return _step(request, "audit:second-factor")
    if request.method == "POST":
        try:
            factor_check(staff=holder, code=request.POST.get("code", "")[:20], now=now)
        except Refusal as refusal:
            context["refused"] = words.sentence(refusal)
            return render(request, "audit_ui/code.html", context, status=words.status(refusal))
        _shown_now(request, holder, now, waits=waits)
        return redirect(_fine(request, then))
    return render(request, "audit_ui/code.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def factor(request: HttpRequest) -> HttpResponse:
    """Set it up: QR code and secret, then the app's first code; afterwards new recovery codes."""
    now = timezone.now()
    found = _asked(request, now)
    holder = found[0] if found else _signed_in(request)
    answer = _not_here(request, holder, bool(found))
    if answer is not None or holder is None:
        return answer or redirect("audit:sign-in")
    context: dict[str, object] = {"staff": None if found else holder, "at": "factor"}
    context["must"] = bool(found)
    if request.method == "GET":
        return render(request, "audit_ui/factor.html", context | _shown(holder))
    try:
        context["codes"] = _confirmed(request, holder)
    except Refusal as refusal:
        context |= {"refused": words.sentence(refusal)} | _shown(holder)
        return render(request, "audit_ui/factor.html", context, status=words.status(refusal))
    _shown_now(request, holder, now, waits=bool(found and found[2]))
    if found:
        context |= {"then": _fine(request, found[1]), "staff": holder}
    return render(request, "audit_ui/factor.html", context)


def _asked(request: HttpRequest, now: datetime) -> tuple[Holder, str, bool] | None:
    """Whom the house asks, where to afterwards, and whether he waits to be let in; None where nobody is asked."""
    found = waiting(request, now)
    if found is not None:
        return *found, True
    holder = owing(request)
    return (holder, request.GET.get("next", ""), False) if holder is not None else None


def _signed_in(request: HttpRequest) -> Holder | None:
    """By password first: it is the password's second factor."""
    user = request.user
    return holder_of(user) if isinstance(user, User) else staff_of(request)


def _shown_now(request: HttpRequest, holder: Holder, now: datetime, *, waits: bool) -> None:
    if waits:
        let_in(request, holder.user, now, factor=True)
    else:
        request.session.cycle_key()  # it opens more than before
        passes(request.session, holder.user)


def _not_here(request: HttpRequest, holder: Holder | None, asked: bool) -> HttpResponse | None:
    """Where somebody is sent who has nothing to do here."""
    if holder is None:
        if request.method == "POST":
            return refused_page(request, Refusal("not_signed_in"))
        return redirect(f"{reverse('audit:sign-in')}?next={reverse('audit:second-factor')}")
    if not may_have(holder):
        return refused_page(request, Refusal("no_factor_for_role", "", name=holder.alias), holder)
    password = request.user.is_authenticated and request.user.pk == holder.user.pk
    if not asked and holder.user.has_usable_password() and not password:
        return refused_page(request, Refusal("password_needed"), holder)
    if asked and has_factor(holder.user):
        # Who only has the password changes nothing here.
        return _step(request, "audit:code")
    return None


def _step(request: HttpRequest, name: str) -> HttpResponse:
    """The other of the two pages, which leads on to where this one does."""
    then = request.GET.get("next", "")
    return redirect(reverse(name) + (f"?{urlencode({'next': then})}" if then else ""))


def _confirmed(request: HttpRequest, staff: Holder) -> list[str]:
    code, now = request.POST.get("code", "")[:20], timezone.now()
    if has_factor(staff.user):
        return codes_make(staff=staff, code=code, now=now)
    return factor_confirm(staff=staff, code=code, now=now)


def _shown(staff: Holder) -> dict[str, object]:
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
