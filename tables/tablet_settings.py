"""Settings of a room that its tablets show. A change refreshes them."""

from functools import partial

from django.db import transaction

from staff.models import Room
from tables import table_screens


def refresh_tablets(room: Room) -> None:
    """Refresh the screens of the room's tables after the commit."""
    for table_id in room.tables.values_list("pk", flat=True):
        transaction.on_commit(partial(table_screens.send_refresh, table_id=table_id), robust=True)
