"""Commands about the tournament that a table plays. Wire names are the tags."""

from poker.commands.base import Command, SeatNumber
from poker.table_event import TableEvent


class SetTableEvent(Command, frozen=True, tag="set_table_event"):
    """Set what the table knows of its tournament. Sent by the room, never by a tablet."""

    event: TableEvent | None = None


class BustPlayer(Command, frozen=True, tag="bust"):
    """A player is out of chips and leaves the tournament, between hands."""

    seat: SeatNumber


class KeepPlayer(Command, frozen=True, tag="keep_player"):
    """A player whom the log has out of chips still has some."""

    seat: SeatNumber
