"""The view of the room map."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from floor_ui.forecast.page import room_suggestions
from floor_ui.map.open_seats import open_seat_panel
from floor_ui.map.page_parts import parts_context
from floor_ui.map.tile_html import tile_html
from floor_ui.map.tiles import tiles
from floor_ui.map.totals import room_totals
from lineup.actions import load_lineup
from lineup.rules.state import Lineup
from staff.models import Staff
from staff.permissions import may
from tournaments.room_events import room_events
from waitlist.actions import load_waitlists
from waitlist.rules.state import Waitlists
from waitlist.seat_priority import SeatPriority
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address


@require_GET
@for_staff("rulings.view_ruling")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show every table of a room, by default of the room used last."""
    room, rooms = selected_room(request, staff)
    now = timezone.now()
    waitlists = load_waitlists(room.pk) if room else Waitlists()
    events = room_events(room.pk, now) if room else ()
    map_tiles = tiles(room_id=room.pk, now=now, waitlists=waitlists, events=events) if room else []
    dealers = load_lineup(room.pk) if room else Lineup()
    around = parts_context(map_tiles, dealers, events, room.pk if room else 0, now)
    context = {
        **around,
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": now,
        "tile_rows": [
            [
                (strip, [tile_html(tile, now, len(map_tiles)) for tile in strip.tiles])
                for strip in row
            ]
            for row in around["rows"]
        ],
        "totals": room_totals(map_tiles, now),
        "open_seats": open_seat_panel(
            map_tiles, waitlists, SeatPriority(room.pk if room else 0, waitlists)
        ),
        "suggestions": room_suggestions(room, now, waitlists, dealers) if room else [],
        "can_fill": may(staff, "tables.keep_lists"),
        "may_answer": may(staff, "tables.supervise"),
        "viewer": staff.pk,
        "room_id": room.pk if room else 0,
    }
    return render(request, "floor_ui/map.html", context)
