"""The line-up follows the tables: in the transaction that stored a push, an opening, a closing or an undo there."""

from poker.events import DealerPushed, Event, TableClosed, TableOpened, Undone
from tables import watching
from tables.dealers.asking import dealers_follow
from tables.dealers.boxes import box_of, supervisors
from tables.models import Table
from tables.watching import Stored

KINDS: tuple[type[Event], ...] = (DealerPushed, TableOpened, TableClosed, Undone)


def begin() -> None:
    """Watch all tables from now on."""
    watching.watch(KINDS, follow)


def follow(stored: Stored) -> None:
    """Bring the box up to what its table says by now; where that is what it was, nothing is stored."""
    if not any(isinstance(event, KINDS) for event in stored.events):
        return
    room, name = Table.objects.values_list("room_id", "name").get(pk=stored.table_id)
    dealer = stored.table.dealer
    rotates = dealer is None or not supervisors([dealer.key])
    dealers_follow(
        room_id=room,
        told=box_of(name, stored.table, rotates=rotates),
        command_id=f"table.{stored.table_id}.{stored.first}",
        now=stored.now,
    )
