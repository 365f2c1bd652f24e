"""Notify the map's pages when seats, dealer or game of a table change."""

from typing import NotRequired, TypedDict

from poker import events as e
from poker.events import Event
from tables import table_screens
from tables.stored_commands import StoredAtTable
from web import broadcast

# Events of hands are left out: a room deals several hands a second, and hands per hour are
# refreshed periodically.
EVENTS: tuple[type[Event], ...] = (
    e.TableCreated,
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.SeatReturned,
    e.SeatMarkedAbsent,
    e.SeatMarkedPresent,
    e.SeatLocked,
    e.SeatUnlocked,
    e.DealerPushed,
    e.TableOpened,
    e.TableRenamed,
    e.PlayerRenamed,
    e.SeatCountChanged,
    e.TableClosed,
    e.PlaqueChanged,
    e.GameChanged,
    e.Undone,
)


class FloorChanged(TypedDict):
    """The message that a table changed; `table` is its number, 0 for no particular table.

    room: of a call or a drop box; pages of the other rooms of the same staff also receive it.
    """

    type: str
    table: int
    room: NotRequired[int]


def notify_map(stored: StoredAtTable) -> None:
    context: FloorChanged = {"type": "floor.changed", "table": stored.stream_id}
    broadcast.send(table_screens.map_group(stored.room_id), context)
