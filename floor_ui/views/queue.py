"""Signing in, and the queue of calls."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from drops.roles import may as may_drop
from floor_ui import words
from floor_ui.absent import absent
from floor_ui.guard import of_floor
from floor_ui.rooms import chosen
from floor_ui.waiting import held_pots, open_calls, ruled_today
from poker.refusal import Refusal
from rulings.calls.roles import may, must
from rulings.sign_in import floor_sign_in, floor_sign_out
from tables.models import Staff


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Badge and PIN, for this browser and one shift."""
    sent = request.POST if request.method == "POST" else request.GET
    then = _next(request, sent.get("next", ""))
    context: dict[str, object] = {"next": then, "badge": sent.get("badge", "")[:10]}
    if request.method == "GET":
        return render(request, "floor_ui/sign_in.html", context)
    badge, pin = sent.get("badge", "").strip()[:10], sent.get("pin", "")[:8]
    try:
        staff = floor_sign_in(request=request, badge=badge, pin=pin, now=timezone.now())
        _enter(staff, then)
    except Refusal as refusal:
        floor_sign_out(request)
        context["refused"] = words.sentence(refusal)
        return render(request, "floor_ui/sign_in.html", context, status=words.status(refusal))
    return redirect(then)


def _enter(staff: Staff, then: str) -> None:
    """The floor is for supervisors and managers; who counts drop boxes may come for these alone."""
    if not (then.startswith(reverse("floor:drop")) and may_drop(staff, "see")):
        must(staff, "see")


def _next(request: HttpRequest, wanted: str) -> str:
    """Where to after the sign-in: a page of this room, else the queue."""
    fine = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()})
    return wanted if fine and wanted.startswith("/") else reverse("floor:index")


@require_GET
@of_floor
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """The queue of a room; where there are several rooms, of the one that is asked for."""
    room, rooms = chosen(request)
    now = timezone.now()
    found = open_calls(room, staff) if room else []
    mine = request.GET.get("mine") == "1"
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": now,
        "waiting": [one for one in found if one.mine or not mine],
        "mine": mine,
        "elsewhere": sum(not one.mine for one in found),
        "sections": any(one.section for one in found) or mine,
        "ruled": ruled_today(room, now) if room else [],
        "held": held_pots(room) if room else [],
        "absent": absent(room) if room else [],
        "may_answer": may(staff, "answer"),
        "may_rule": may(staff, "rule"),
        "decisions": words.DECISIONS,
    }
    return render(request, "floor_ui/queue.html", context)
