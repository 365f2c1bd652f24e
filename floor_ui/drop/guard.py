"""Who is asking at the drop: the desk counts too, so it is another door than that of calls."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from drops.roles import must
from drops.words import SENTENCES, STATUS, sentence
from floor_ui import words
from poker.refusal import Refusal
from rulings.sign_in import staff_of

Answer = Callable[..., HttpResponse]


def of_drop(answer: Answer) -> Answer:
    """Only who may see boxes; others are asked to sign in, or told that they may not."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = staff_of(request)
        if staff is None:
            if request.method == "POST":
                return refused_page(request, Refusal("not_signed_in"))
            return redirect(f"{reverse('floor:sign-in')}?next={request.path}")
        try:
            must(staff, "see")
        except Refusal as refusal:
            return refused_page(request, refusal)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


def refused_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """A page of one sentence."""
    context = {"refused": said(refusal), "staff": staff_of(request), "title": "Not here"}
    return render(request, "floor_ui/refused.html", context, status=status(refusal))


def said(refusal: Refusal) -> str:
    """A refusal as these pages say it: the drop's own words first, then the floor's."""
    own = refusal.code in SENTENCES or refusal.code not in words.SENTENCES
    return sentence(refusal) if own else words.sentence(refusal)


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code) or words.status(refusal)
