"""The door of who did what: badge and PIN, or on to the one for passwords."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from access.factors import may_have
from audit_ui import words
from poker.refusal import Refusal
from rulings.sign_in import floor_sign_in, floor_sign_out


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Whoever searches, and whoever sets up a second factor."""
    sent = request.POST if request.method == "POST" else request.GET
    told: dict[str, object] = {
        "next": _next(sent.get("next", "")),
        "badge": sent.get("badge", "")[:10],
    }
    if request.method == "GET":
        return render(request, "audit_ui/sign_in.html", told)
    badge, pin = (request.POST.get(name, "")[:20] for name in ("badge", "pin"))
    try:
        staff = floor_sign_in(request=request, badge=badge, pin=pin, now=timezone.now())
        if not may_have(staff):
            raise Refusal("not_allowed", "S-012", name=staff.alias)
    except Refusal as refusal:
        floor_sign_out(request)
        told["refused"] = words.sentence(refusal)
        return render(request, "audit_ui/sign_in.html", told, status=words.status(refusal))
    return redirect(str(told["next"]))


def _next(wanted: str) -> str:
    """Where to afterwards: a page of this room, never another site's."""
    here = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if here and wanted.startswith("/") else reverse("audit:search")
