"""The room's settings that its tablets' screens read."""

from django.core.cache import cache

from dealer_ui.screen.room_settings import RoomSettings
from poker.chip_colors import read_colors
from tables.models import Room

_CACHE_SECONDS = 10


def room_settings(room: Room) -> RoomSettings:
    """Return what the managers of a room set for its tablets."""
    return RoomSettings(
        silent_seconds=room.silent_seat_seconds,
        clock_seconds=room.turn_clock_seconds,
        chip_colors=read_colors(room.chip_colors),
    )


def cached_room_settings(table_id: int) -> RoomSettings:
    """Return the settings of a table's room for a screen that the server draws; they may be ten seconds old."""
    key = f"tablet.room_settings.{table_id}"
    settings: RoomSettings | None = cache.get(key)
    if settings is None:
        settings = room_settings(Room.objects.get(tables=table_id))
        cache.set(key, settings, _CACHE_SECONDS)
    return settings
