"""Guards of the drop pages. The desk counts too, so access differs from that of calls."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from poker.refusal import Refusal
from rulings.messages.refusals import http_status, refusal_message
from rulings.sign_in import signed_in_staff
from staff.permissions import require
from tables.staff_rooms import check_url_room

Answer = Callable[..., HttpResponse]


def require_drop(answer: Answer) -> Answer:
    """Let only staff who may see boxes pass; others are asked to sign in, or get a 403 page."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = signed_in_staff(request)
        if staff is None:
            if request.method == "POST":
                return refused_page(request, Refusal("not_signed_in"))
            return redirect(f"{reverse('floor:sign-in')}?next={request.path}")
        try:
            require(staff, "tables.view_dropbox")
        except Refusal as refusal:
            return refused_page(request, refusal)
        check_url_room(staff.user, named)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


def refused_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return a page with the refusal's message."""
    context = {
        "refused": refusal_message(refusal),
        "staff": signed_in_staff(request),
        "title": "No access",
    }
    return render(request, "floor_ui/refused.html", context, status=http_status(refusal))
