"""Seat occupancy of a room's tables, read again only for tables whose log has changed."""

from dataclasses import dataclass
from threading import Lock

from journal.caches import OCCUPANCY
from poker.view.model import OccupantView, read_occupants
from tables.models import Table
from tables.natural_order import natural_order

QUERY_SIZE = 500  # tables per database query
_ROW_FIELDS = ("name", "plaque__name", "hand_plaque__name", "stream__hash")
_VIEW_FIELDS = (
    "stream__view__table__open",
    "stream__view__table__since",
    "stream__view__seats",
    "stream__view__next_game",
    "stream__view__event",
)


@dataclass(frozen=True, slots=True)
class TableOccupancy:
    """The players at a table, from its view."""

    table_id: int
    name: str
    title: str  # name of the plaque that is dealt now
    is_open: bool  # to players of cash games
    seats: tuple[OccupantView, ...]
    since: int = 0  # Unix milliseconds of the last opening or closing, 0 if unknown


_LOCK = Lock()


def seat_occupancy(room_id: int) -> list[TableOccupancy]:
    """Return all tables of a room that have a plaque, T2 before T10. The objects are the same until a seat changes.

    A table is read again only if its log has a new last entry.
    """
    rows = Table.objects.filter(room=room_id, plaque__isnull=False).order_by()
    table_rows = sorted(rows.values_list("pk", *_ROW_FIELDS), key=lambda row: natural_order(row[1]))
    versions = {pk: version for pk, *version in table_rows}
    with _LOCK:
        known = {pk: OCCUPANCY[pk] for pk in versions if pk in OCCUPANCY}
    changed = [pk for pk, version in versions.items() if pk not in known or known[pk][0] != version]
    for start in range(0, len(changed), QUERY_SIZE):
        changed_tables = Table.objects.filter(pk__in=changed[start : start + QUERY_SIZE]).order_by()
        for pk, is_open, since, seats, next_game, event, *version in changed_tables.values_list(
            "pk", *_VIEW_FIELDS, *_ROW_FIELDS
        ):
            seat_values = tuple(read_occupants(seats))
            name, posted, of_hand, _ = version
            title = of_hand if next_game else posted  # a plaque takes effect with the next hand
            is_cash = bool(is_open) and not event  # a tournament's seats are drawn, not called
            occupancy = TableOccupancy(pk, name, title, is_cash, seat_values, int(since or 0))
            cached = known.get(pk)
            known[pk] = (version, cached[1] if cached and cached[1] == occupancy else occupancy)
    with _LOCK:
        OCCUPANCY.update({pk: known[pk] for pk in changed})
    return [known[pk][1] for pk in versions]
