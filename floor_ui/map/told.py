"""Telling the map's pages that chairs, the dealer or the game of a table changed."""

from functools import partial

from django.db import transaction

from poker import events as e
from poker.events import Event
from tables import broadcast, watching
from tables.models import Table
from tables.watching import Stored

# Hands are not among them: a room deals several a second, and their pace is looked up now and then.
KINDS: tuple[type[Event], ...] = (
    e.TableCreated,
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.SeatLocked,
    e.SeatUnlocked,
    e.DealerPushed,
    e.TableOpened,
    e.TableClosed,
    e.PlaqueChanged,
    e.GameChanged,
    e.Undone,
)


def begin() -> None:
    """Watch all tables from now on."""
    watching.watch(KINDS, tell)


def tell(stored: Stored) -> None:
    """Tell the maps after the commit."""
    if not any(isinstance(event, KINDS) for event in stored.events):
        return
    room = Table.objects.values_list("room_id", flat=True).get(pk=stored.table_id)
    said = {"type": "floor.changed", "table": stored.table_id}
    transaction.on_commit(partial(broadcast.send, broadcast.map_group(room), said), robust=True)
