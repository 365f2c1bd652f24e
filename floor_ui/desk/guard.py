"""Guards of the desk: role and session of the staff member, checked at every request."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from poker.refusal import Refusal
from rulings.messages.refusals import http_status, refusal_message
from rulings.sign_in import signed_in_staff
from staff.models import Staff
from staff.permissions import require
from tables.staff_rooms import check_url_room

Answer = Callable[..., HttpResponse]


def require_desk(answer: Answer) -> Answer:
    """Let only staff who manage waitlists pass; others are asked to sign in, or get a 403 page."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = signed_in_staff(request)
        if staff is None:
            if request.method == "POST":
                return _refused(request, Refusal("not_signed_in"), None)
            return redirect(f"{reverse('desk:sign-in')}?next={quote(request.get_full_path())}")
        try:
            require(staff, "tables.keep_lists")
        except Refusal as refusal:
            return _refused(request, refusal, staff)
        check_url_room(staff.user, named)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


def _refused(request: HttpRequest, refusal: Refusal, staff: Staff | None) -> HttpResponse:
    context = {"refused": refusal_message(refusal), "staff": staff}
    return render(request, "floor_ui/desk/refused.html", context, status=http_status(refusal))
