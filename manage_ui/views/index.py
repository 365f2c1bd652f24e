"""The list of all settings, the next steps after a setup, and the rulebooks in force."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from manage_ui import settings_summary
from manage_ui.page_permissions import for_managers
from manage_ui.pairing_sheet import unpaired
from manage_ui.room_choice import selected_room as selected_room
from manage_ui.settings_page import page
from ops.installation import setup_state
from rulings.pages import options_by_chapter
from staff.installation import installation
from staff.models import Room
from staff.rooms import is_house_wide
from staff.second_factor import has_factor
from staff.staff_rooms import staff_under
from web.guard import PageUser


@require_GET
@for_managers()
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the list of all settings, with the current value of each."""
    is_unfinished = is_house_wide(by.user) and setup_state() == "begun"
    is_factor_put_off = installation().factor_put_off_at and not has_factor(by.user)
    notes: dict[str, Any] = {"is_unfinished": is_unfinished, "is_factor_put_off": is_factor_put_off}
    if not Room.objects.exists():
        return page(request, by, "index", groups=[], **notes)
    rooms = selected_room(request)
    return page(
        request,
        by,
        "index",
        rooms=rooms,
        groups=settings_summary.settings_summary(rooms.room, by, timezone.now()),
        **notes,
    )


@require_GET
@for_managers("staff", creates=True)
def next_steps(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the remaining tasks after a room's setup."""
    rooms = selected_room(request)
    waiting = staff_under(by.user).filter(pin_hash="", user__is_active=True).distinct()
    return page(
        request,
        by,
        "next",
        rooms=rooms,
        without_pin=waiting.count(),
        unpaired=len(unpaired(rooms.room)),
    )


@require_GET
@for_managers()
def rules(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the rulebooks of the room and its tables, with the version in force."""
    rooms = selected_room(request)
    rulebooks = settings_summary.rules(rooms.room, timezone.now())
    own = next((rulebook for rulebook in rulebooks if rulebook.book.table is None), None)
    counts = own.version if own else None
    return page(
        request,
        by,
        "rules",
        rooms=rooms,
        rulebooks=rulebooks,
        counts=counts,
        book=own.book if own else None,
        chapters=options_by_chapter(counts.settings if counts else {}),
    )
