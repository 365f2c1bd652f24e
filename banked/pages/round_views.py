"""A round step by step, and its evidence."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from banked.evidence import evidence_build
from banked.pages.replay_page import RoundPage
from banked.pages.table_views import table_of_request
from banked.round_log import round_of, round_steps
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import Staff
from web.guard import for_staff


@require_GET
@for_staff("rulings.view_ruling")
def round_(request: HttpRequest, staff: Staff, name: str, number: int) -> HttpResponse:
    """Show a round at one of its steps, by default after the last one."""
    at = table_of_request(request, staff, name)
    typed = request.GET.get("step", "")
    step = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 9 else 0
    try:
        page = RoundPage(at, number, step)
    except Refusal as refusal:
        raise Http404 from refusal
    record(
        staff,
        "round_replayed",
        now=timezone.now(),
        about=at,
        room=at.room_id,
        table=at.pk,
        after={"round": number},
    )
    context = {"page": page, "staff": staff, "room": at.room}
    return render(request, "banked/round.html", context)


@require_GET
@for_staff("rulings.view_ruling")
def entry(request: HttpRequest, staff: Staff, name: str, seq: int) -> HttpResponse:
    """Redirect to the step that stored an entry of the log."""
    at = table_of_request(request, staff, name)
    number = round_of(at.stream, seq)
    try:
        steps = round_steps(at.stream, number)
    except Refusal as refusal:
        raise Http404 from refusal
    step = max(sum(item.seq <= seq for item in steps), 1)
    url = reverse("banked:round", args=[at.name, number])
    return redirect(f"{url}?room={at.room_id}&step={step}")


@require_POST
@for_staff("rulings.view_ruling")
def evidence(request: HttpRequest, staff: Staff, name: str, number: int) -> HttpResponse:
    """Download the entries of a round with their hashes. The audit log records the digest and who made it."""
    at = table_of_request(request, staff, name)
    now = timezone.now()
    try:
        content, digest = evidence_build(table=at, number=number, by=staff, now=now)
    except Refusal as refusal:
        raise Http404 from refusal
    record(
        staff,
        "evidence_made",
        now=now,
        about=at,
        room=at.room_id,
        table=at.pk,
        after={"round": number, "digest": digest},
    )
    file = re.sub(r"[^A-Za-z0-9._-]+", "-", f"evidence-{at.room.name}-{at.name}-{number}.json")
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return HttpResponse(content, content_type="application/json", headers=headers)
