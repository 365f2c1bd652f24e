"""The map of a room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from floor_ui.guard import of_floor
from floor_ui.map.drawing import drawn
from floor_ui.map.filling import filling, fills
from floor_ui.map.sections import said
from floor_ui.map.summing import summed
from floor_ui.map.tiles import tiles
from floor_ui.rooms import chosen
from poker.lineup.state import Dealers
from poker.waiting.state import Lists
from tables.dealers.asking import dealers_now
from tables.lists.asking import lists_now
from tables.lists.offers import Offers
from tables.models import Staff


@require_GET
@of_floor
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Every table; where there are several rooms, of the one that is asked for."""
    room, rooms = chosen(request)
    now = timezone.now()
    lists = lists_now(room.pk).lists if room else Lists()
    found = tiles(room_id=room.pk, now=now, lists=lists) if room else []
    dealers = dealers_now(room.pk).dealers if room else Dealers()
    beside = said(found, dealers, room.pk if room else 0, now)
    context = beside | {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": now,
        "tiles": [(group, [drawn(one, now) for one in group.tiles]) for group in beside["groups"]],
        "sum": summed(found, now),
        "fill": filling(found, lists, Offers(room.pk if room else 0, lists)),
        "fills": fills(staff),
        "room_id": room.pk if room else 0,
    }
    return render(request, "floor_ui/map.html", context)
