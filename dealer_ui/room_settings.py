"""The room's settings that appear on its tablets' screens."""

from django.core.cache import cache

from absences.away_players import limits_at
from dealer_ui.screen.room_settings import RoomSettings
from poker.chip_colors import read_colors
from tables.models import Table

_CACHE_SECONDS = 10


def room_settings(table: Table) -> RoomSettings:
    """Return the settings for the tablets of a table's room."""
    room = table.room
    return RoomSettings(
        silent_seconds=room.silent_seat_seconds,
        clock_seconds=room.turn_clock_seconds,
        chip_colors=read_colors(room.chip_colors),
        dealers_seat=room.dealers_seat,
        absences=limits_at(table),
    )


def cached_room_settings(table_id: int) -> RoomSettings:
    """Return the settings for a screen rendered by the server. They may be ten seconds old."""
    key = f"tablet.room_settings.{table_id}"
    settings: RoomSettings | None = cache.get(key)
    if settings is None:
        settings = room_settings(Table.every.select_related("room", "plaque").get(pk=table_id))
        cache.set(key, settings, _CACHE_SECONDS)
    return settings
