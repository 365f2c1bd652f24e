"""Template filters for times on the lineup page."""

from collections.abc import Iterable, Mapping

from django import template

from floor_ui.dealers import messages
from floor_ui.map.tiles import TableTile
from poker.lineup.plan import Push

register = template.Library()


@register.filter
def moment(milliseconds: int) -> str:
    """Return a time such as 21:50 in the room's time zone."""
    return messages.format_time(milliseconds)


@register.filter
def late(minutes: int) -> str:
    """Return "4 min over" or "in 6 min"; the page's script counts on in the same format."""
    if minutes > 0:
        return f"{minutes} min over"
    return "due" if minutes == 0 else f"in {-minutes} min"


@register.filter
def lookup(texts: Mapping[str, str], table: str) -> str:
    """Return a table's text, "" if there is none."""
    return texts.get(table, "") if texts else ""


@register.filter
def untold(tiles: Iterable[TableTile], pushes: Mapping[str, Push]) -> list[TableTile]:
    """Return the tables whose next dealer is planned and was not told yet."""
    planned = ((tile, pushes.get(tile.name)) for tile in tiles)
    return [tile for tile, push in planned if push and push.inward and not push.reason]
