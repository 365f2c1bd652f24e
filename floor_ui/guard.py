"""Who is asking: badge and PIN of a supervisor or manager, asked at every request (S-012)."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from floor_ui import words
from floor_ui.tables.roles import may_see
from poker.refusal import Refusal
from rulings.calls.roles import must
from rulings.sign_in import staff_of
from tables.models import Staff

Answer = Callable[..., HttpResponse]


def of_floor(answer: Answer) -> Answer:
    """Only who may see calls; others are asked to sign in, or told that they may not."""
    return _guarded(answer, lambda staff: must(staff, "see"))


def of_tables(answer: Answer) -> Answer:
    """The same, and the desk."""
    return _guarded(answer, _must_see_tables)


def _must_see_tables(staff: Staff) -> None:
    if not may_see(staff):
        must(staff, "see")


def _guarded(answer: Answer, asks: Callable[[Staff], None]) -> Answer:
    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = staff_of(request)
        if staff is None:
            if request.method == "POST":
                return refused_page(request, Refusal("not_signed_in"))
            return redirect(f"{reverse('floor:sign-in')}?next={quote(request.get_full_path())}")
        try:
            asks(staff)
        except Refusal as refusal:
            return refused_page(request, refusal)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


def refused_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """A page of one sentence."""
    context = {"refused": words.sentence(refusal), "staff": staff_of(request)}
    return render(request, "floor_ui/refused.html", context, status=words.status(refusal))
