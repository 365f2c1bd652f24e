"""What all pages of tokes share: the context, commands of forms, the answer after one."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from poker.refusal import Refusal
from roster.pages.toke_forms import checked
from roster.rules import toke_commands as c
from roster.toke_log import toke_execute
from staff.models import Room, Staff
from staff.permissions import may
from staff.staff_rooms import rooms_of
from web.form_commands import command_id
from web.messages.refusals import http_status, is_about_role, refusal_message


def redirect_done(request: HttpRequest, address: str, text: str) -> HttpResponse:
    """Show a page again with a sentence."""
    messages.success(request, text)
    return redirect(address)


def execute_form(request: HttpRequest, staff: Staff, room: Room, command: c.TokeCommand) -> None:
    """Execute the command of a form. A form sent twice stores it once. Raises `Refusal`."""
    toke_execute(
        room_id=room.pk,
        command_id=command_id(request),
        command=checked(command),
        actor=staff.key,
        now=timezone.now(),
    )


def base_context(
    request: HttpRequest, staff: Staff, room: Room | None, at: str, refusal: Refusal | None
) -> dict[str, Any]:
    """Return the context of a page. at: the tab of the page."""
    return {
        "staff": staff,
        "room": room,
        "rooms": list(rooms_of(staff.user)),
        "at": at,
        "command": str(uuid4()),
        "may_split": may(staff, "roster.split_tokes"),
        "refused": refusal_message(refusal) if refusal else "",
        "role_refused": is_about_role(refusal),
        "form_data": request.POST.dict() if refusal else {},
        "asked": request.POST.get("ask", "") if refusal else "",
    }


def rendered(
    request: HttpRequest, name: str, context: dict[str, Any], refusal: Refusal | None
) -> HttpResponse:
    """Return a page of tokes, with the status of a refusal."""
    status = http_status(refusal) if refusal else 200
    return render(request, f"roster/tokes/{name}.html", context, status=status)
