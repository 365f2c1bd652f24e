"""The page where a staff member chooses a first PIN after signing in with badge and start code."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from poker.refusal import Refusal
from staff.pins import pin_choose
from web.addresses import address
from web.messages.refusals import http_status, refusal_message
from web.posted import Posted, text
from web.sign_in_page import CHOOSING_KEY, who_chooses_pin


class ChoosePinForm(Posted):
    """A new PIN, entered twice."""

    pin: Annotated[str, text(20, strip=False)]
    again: Annotated[str, text(20, strip=False)]


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def choose_pin(request: HttpRequest) -> HttpResponse:
    """Set the PIN. The person then signs in with it, which checks the role and the second factor."""
    now = timezone.now()
    then = _next(request)
    staff = who_chooses_pin(request, now)
    if staff is None:
        return redirect(then)
    context: dict[str, object] = {"holder": staff, "next_url": then}
    if request.method == "GET":
        return render(request, "web/choose_pin.html", context)
    try:
        form = ChoosePinForm.read(request.POST)
        if form.pin != form.again:
            raise Refusal("pins_differ")
        pin_choose(staff=staff, pin=form.pin, now=now)
    except Refusal as refusal:
        context["refused"] = refusal_message(refusal)
        return render(request, "web/choose_pin.html", context, status=http_status(refusal))
    request.session.pop(CHOOSING_KEY, None)
    return render(request, "web/choose_pin.html", context | {"is_chosen": True})


def _next(request: HttpRequest) -> str:
    """Return the sign-in page that linked here if it is on this site, else the floor's sign-in page."""
    next_url = request.GET.get("next", "")
    is_local = url_has_allowed_host_and_scheme(next_url, allowed_hosts={request.get_host()})
    return next_url if is_local and next_url.startswith("/") else address("floor sign-in")
