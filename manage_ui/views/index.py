"""Overview of all settings in force, and links to the rulebook."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from manage_ui import settings_summary
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import selected_room as rooms_asked
from manage_ui.views.page_helpers import page
from rulings.guard import PageUser
from rulings.pages import options_by_chapter
from tables.models import Room


@require_GET
@for_managers()
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show one row per setting."""
    if not Room.objects.exists():
        return page(request, by, "index", groups=[])
    rooms = rooms_asked(request)
    return page(
        request,
        by,
        "index",
        rooms=rooms,
        groups=settings_summary.settings_summary(rooms.room, by, timezone.now()),
    )


@require_GET
@for_managers()
def rules(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show which rulebook version is in force where."""
    rooms = rooms_asked(request)
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
