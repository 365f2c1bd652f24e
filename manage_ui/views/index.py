"""All settings with what is in force, and the rulebook, which has pages of its own."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from manage_ui import in_force
from manage_ui.guard import Manager, of_manager
from manage_ui.rooms import asked as rooms_asked
from manage_ui.views.shown import page
from rulings.pages import said_by
from tables.models import Room


@require_GET
@of_manager()
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """One line each."""
    if not Room.objects.exists():
        return page(request, by, "index", kinds=[])
    rooms = rooms_asked(request)
    return page(
        request, by, "index", rooms=rooms, kinds=in_force.kinds(rooms.room, by, timezone.now())
    )


@require_GET
@of_manager()
def rules(request: HttpRequest, by: Manager) -> HttpResponse:
    """Which version counts where."""
    rooms = rooms_asked(request)
    found = in_force.rules(rooms.room, timezone.now())
    own = next((one for one in found if one.book.table is None), None)
    counts = own.version if own else None
    return page(
        request,
        by,
        "rules",
        rooms=rooms,
        rules=found,
        counts=counts,
        book=own.book if own else None,
        chapters=said_by(counts.settings if counts else {}),
    )
