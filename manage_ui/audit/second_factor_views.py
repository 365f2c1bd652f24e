"""Two-factor pages: setting it up, before or after sign-in, and requesting the code after the password."""

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

from poker.refusal import Refusal
from staff.account_holders import AccountHolder, account_holder_of
from staff.second_factor import (
    codes_make,
    factor_check,
    factor_confirm,
    get_or_begin_secret,
    has_factor,
    may_use_second_factor,
    provisioning_uri,
    secret_of,
)
from staff.session_limits import mark_second_factor_passed
from web.guard import refused_page
from web.messages.refusals import http_status, refusal_message
from web.password_sign_in import complete_sign_in, pending_sign_in
from web.second_factor_gate import user_missing_second_factor
from web.sign_in import CodeForm, signed_in_staff


@never_cache
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Request the code: as the second step of a password sign-in, or of an account that now needs it."""
    now = timezone.now()
    holders = _account_to_check(request, now)
    if holders is None:
        return redirect("manage:sign-in")
    holder, next_url, waits = holders
    context: dict[str, object] = {"holder": holder}
    if not has_factor(holder.user):
        return _step(request, "audit:second-factor")
    if request.method == "POST":
        try:
            factor_check(staff=holder, code=CodeForm.read(request.POST).code, now=now)
        except Refusal as refusal:
            context["refused"] = refusal_message(refusal)
            return render(
                request, "manage_ui/audit/code.html", context, status=http_status(refusal)
            )
        _factor_passed(request, holder, now, waits=waits)
        return redirect(_safe_next_url(request, next_url))
    return render(request, "manage_ui/audit/code.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def factor(request: HttpRequest) -> HttpResponse:
    """Set up the second factor with a QR code and the app's first code, or make new recovery codes."""
    now = timezone.now()
    holders = _account_to_check(request, now)
    holder = holders[0] if holders else _signed_in(request)
    answer = _refused_here(request, holder, bool(holders))
    if answer is not None or holder is None:
        return answer or redirect("audit:sign-in")
    context: dict[str, object] = {"staff": None if holders else holder, "at": "factor"}
    context["is_required"] = bool(holders)
    if request.method == "GET":
        return render(request, "manage_ui/audit/factor.html", context | _factor_context(holder))
    try:
        context["codes"] = _confirmed(request, holder)
    except Refusal as refusal:
        context |= {"refused": refusal_message(refusal)} | _factor_context(holder)
        return render(request, "manage_ui/audit/factor.html", context, status=http_status(refusal))
    _factor_passed(request, holder, now, waits=bool(holders and holders[2]))
    if holders:
        context |= {"next_url": _safe_next_url(request, holders[1]), "staff": holder}
    return render(request, "manage_ui/audit/factor.html", context)


def _account_to_check(
    request: HttpRequest, now: datetime
) -> tuple[AccountHolder, str, bool] | None:
    """Return the account that must enter a code, the next page, and whether the sign-in is pending.

    None if no account must enter a code.
    """
    holders = pending_sign_in(request, now)
    if holders is not None:
        return *holders, True
    holder = user_missing_second_factor(request)
    return (holder, request.GET.get("next", ""), False) if holder is not None else None


def _signed_in(request: HttpRequest) -> AccountHolder | None:
    """Return the signed-in account. A password sign-in comes first, because the second factor belongs to it."""
    user = request.user
    return account_holder_of(user) if isinstance(user, User) else signed_in_staff(request)


def _factor_passed(
    request: HttpRequest, holder: AccountHolder, now: datetime, *, waits: bool
) -> None:
    if waits:
        complete_sign_in(request, holder.user, now, factor=True)
    else:
        request.session.cycle_key()  # a session that gains rights gets a new key
        mark_second_factor_passed(request.session, holder.user)


def _refused_here(
    request: HttpRequest, holder: AccountHolder | None, asked: bool
) -> HttpResponse | None:
    """Return the response for an account that may not use this page; None if it may."""
    if holder is None:
        if request.method == "POST":
            return refused_page(request, Refusal("not_signed_in"), area="audit")
        return redirect(f"{reverse('audit:sign-in')}?next={reverse('audit:second-factor')}")
    if not may_use_second_factor(holder):
        return refused_page(
            request, Refusal("no_factor_for_role", "", name=holder.alias), holder, area="audit"
        )
    password = request.user.is_authenticated and request.user.pk == holder.user.pk
    if not asked and holder.user.has_usable_password() and not password:
        return refused_page(request, Refusal("password_needed"), holder, area="audit")
    if asked and has_factor(holder.user):
        # A password alone must not change an existing second factor.
        return _step(request, "audit:code")
    return None


def _step(request: HttpRequest, name: str) -> HttpResponse:
    """Redirect to the other two-factor page and keep the next page."""
    next_url = request.GET.get("next", "")
    return redirect(reverse(name) + (f"?{urlencode({'next': next_url})}" if next_url else ""))


def _confirmed(request: HttpRequest, staff: AccountHolder) -> list[str]:
    code = CodeForm.read(request.POST).code
    now = timezone.now()
    if has_factor(staff.user):
        return codes_make(staff=staff, code=code, now=now)
    return factor_confirm(staff=staff, code=code, now=now)


def _factor_context(staff: AccountHolder) -> dict[str, object]:
    if has_factor(staff.user):
        return {"has_second_factor": True, "codes_left": staff.user.recovery_codes.count()}
    device = get_or_begin_secret(staff)
    qrcode = segno.make(provisioning_uri(device, staff.alias), error="m", micro=False)
    secret = secret_of(device)
    return {
        "qr": qrcode.svg_data_uri(scale=4, border=2, dark="#101418", light="#fff"),
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
    }


def _safe_next_url(request: HttpRequest, next_url: str) -> str:
    inside = url_has_allowed_host_and_scheme(next_url, allowed_hosts={request.get_host()})
    return next_url if inside and next_url.startswith("/") else reverse("manage:index")
