"""Guards of the floor's pages: role and session of the staff member, checked at every request (S-012)."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from floor_ui import messages
from floor_ui.tables.act_permissions import may_see
from poker.refusal import Refusal
from rulings.messages.refusals import http_status
from rulings.sign_in import signed_in_staff
from staff.models import Staff
from staff.permissions import require
from tables.staff_rooms import check_url_room

Answer = Callable[..., HttpResponse]


def require_floor(answer: Answer) -> Answer:
    """Let only staff who may see calls pass; others are asked to sign in, or get a 403 page."""
    return _guarded(answer, lambda staff: require(staff, "rulings.view_ruling"))


def require_tables(answer: Answer) -> Answer:
    """Let only staff who may see calls, and the desk, pass."""
    return _guarded(answer, _require_tables)


def _require_tables(staff: Staff) -> None:
    if not may_see(staff):
        require(staff, "rulings.view_ruling")


def _guarded(answer: Answer, require: Callable[[Staff], None]) -> Answer:
    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = signed_in_staff(request)
        if staff is None:
            if request.method == "POST":
                return refused_page(request, Refusal("not_signed_in"))
            return redirect(f"{reverse('floor:sign-in')}?next={quote(request.get_full_path())}")
        try:
            require(staff)
        except Refusal as refusal:
            return refused_page(request, refusal)
        check_url_room(staff.user, named)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


def refused_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return a page with the refusal's message."""
    context = {"refused": messages.refusal_message(refusal), "staff": signed_in_staff(request)}
    return render(request, "floor_ui/refused.html", context, status=http_status(refusal))
