"""Who is asking: badge and PIN of somebody who keeps the lists, asked at every request."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from desk_ui import words
from poker.refusal import Refusal
from rulings.sign_in import staff_of
from tables.models import Staff

Answer = Callable[..., HttpResponse]


def may(staff: Staff) -> bool:
    """Desk, supervisors and managers keep the lists."""
    return staff.user.is_active and staff.user.has_perm("tables.keep_lists")


def must(staff: Staff) -> None:
    """Refuses `not_allowed`."""
    if not may(staff):
        raise Refusal("not_allowed", "S-012", name=staff.alias)


def of_desk(answer: Answer) -> Answer:
    """Only who keeps lists; others are asked to sign in, or told that they may not."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = staff_of(request)
        if staff is None:
            if request.method == "POST":
                return _refused(request, Refusal("not_signed_in"), None)
            return redirect(f"{reverse('desk:sign-in')}?next={quote(request.get_full_path())}")
        try:
            must(staff)
        except Refusal as refusal:
            return _refused(request, refusal, staff)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


def _refused(request: HttpRequest, refusal: Refusal, staff: Staff | None) -> HttpResponse:
    context = {"refused": words.sentence(refusal), "staff": staff}
    return render(request, "desk_ui/refused.html", context, status=words.status(refusal))
