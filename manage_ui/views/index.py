"""All settings with what is in force; the rulebook and the sections, which have pages of their own elsewhere."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from manage_ui import in_force
from manage_ui.guard import Manager, of_manager
from manage_ui.rooms import asked as rooms_asked
from manage_ui.views.shown import page
from poker.lineup.state import MOST_TABLES
from tables.dealers.asking import dealers_now
from tables.models import Room


@require_GET
@of_manager()
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """One line each."""
    if not Room.objects.exists():
        return page(request, by, "index", lines=[])
    rooms = rooms_asked(request)
    return page(
        request, by, "index", rooms=rooms, lines=in_force.lines(rooms.room, by, timezone.now())
    )


@require_GET
@of_manager()
def rules(request: HttpRequest, by: Manager) -> HttpResponse:
    """Which version counts where."""
    rooms = rooms_asked(request)
    return page(request, by, "rules", rooms=rooms, rules=in_force.rules(rooms.room, timezone.now()))


@require_GET
@of_manager()
def sections(request: HttpRequest, by: Manager) -> HttpResponse:
    """Whose tables are whose, and how many are too many."""
    rooms = rooms_asked(request)
    dealers = dealers_now(rooms.room.pk).dealers
    return page(request, by, "sections", rooms=rooms, dealers=dealers, most=MOST_TABLES)
