"""The stored state of a table."""

from poker import codec
from poker.state import Table
from tests.support.room import TableDriver


def stored_view(room: TableDriver) -> Table:
    room.table.stream.refresh_from_db()
    return codec.decode_state(bytes(room.table.stream.state))
