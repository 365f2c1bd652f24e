"""Views of the crew: parse, call one action, render."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from roster.crew_log import crew_execute
from roster.pages import local_times as times
from roster.pages.crew_forms import CREW_FORMS
from roster.pages.crew_page import CrewPage, MemberRow
from roster.pages.form_fields import unknown_form
from roster.pages.page_context import base_context, render_page
from staff.models import Room, Staff
from staff.staff_rooms import room_or_404
from web.form_commands import command_id
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address

PARTS = {
    "people": "Dealers",
    "time-off": "Time off",
    "shifts": "Shifts and holidays",
    "rules": "Rules",
}
NEW_MEMBER = {"contract": "full", "least": "32", "most": "40", "hired": ""}


@require_GET
@for_staff("roster.plan_week")
@with_room_in_address
def crew(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show one part of the crew."""
    room, _ = selected_room(request, staff)
    return _crew(request, staff, room, request.GET.get("part", ""))


@require_POST
@for_staff("roster.plan_week")
def crew_act(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Execute a command of a form, and show the part it came from."""
    selected = room_or_404(staff.user, room)
    part = request.POST.get("part", "")
    try:
        read = CREW_FORMS.get(request.POST.get("ask", ""))
        if read is None:
            raise unknown_form(request.POST.get("ask", ""))
        crew_execute(
            room_id=selected.pk,
            command_id=command_id(request),
            command=read(request.POST),
            actor=staff.key,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _crew(request, staff, selected, part, refusal)
    return redirect(f"{reverse('roster:crew')}?{urlencode({'room': room, 'part': part})}")


def _crew(
    request: HttpRequest,
    staff: Staff,
    room: Room | None,
    part: str,
    refusal: Refusal | None = None,
) -> HttpResponse:
    part = part if part in PARTS else "people"
    context = base_context(request, staff, room, "crew", refusal)
    if room is not None:
        typed = context["form_data"] if request.POST.get("ask") == "set_rules" else {}
        page = CrewPage(room, typed)
        member = page.member(request.POST.get("member", request.GET.get("member", "")))
        context |= {
            "page": page,
            "part": part,
            "parts": [
                (key, name, len(page.asked) if key == "time-off" else 0)
                for key, name in PARTS.items()
            ],
            "member": member,
            "fields": _member_fields(member) | context["form_data"],
        }
    return render_page(request, "crew", context, refusal)


def _member_fields(row: MemberRow | None) -> dict[str, str]:
    """Return the values of the form of a dealer."""
    if row is None:
        return dict(NEW_MEMBER)
    member = row.member
    return {
        "contract": member.contract,
        "least": times.hours_text(member.least).removesuffix(" h"),
        "most": times.hours_text(member.most).removesuffix(" h"),
        "hired": member.hired,
    }
