"""The line-up follows the tables: in the transaction that stored a push, an opening, a closing or an undo there."""

from datetime import datetime
from uuid import uuid4

from poker.events import DealerPushed, Event, TableClosed, TableOpened, Undone
from poker.lineup.commands import Follow
from tables import watching
from tables.dealers.asking import dealers_follow, dealers_now
from tables.dealers.boxes import box_of, supervisors
from tables.models import Staff, Table
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
    opened = any(isinstance(event, TableOpened) for event in stored.events)
    dealers_follow(
        room_id=room,
        told=box_of(name, stored.table, rotates=rotates, opened=opened),
        command_id=f"table.{stored.table_id}.{stored.first}",
        now=stored.now,
    )


def signed_in(*, table_id: int, staff: Staff, now: datetime) -> None:
    """Somebody signed in at a table whose log names him already: no push there, but the line-up has him sit down."""
    room, name = Table.objects.values_list("room_id", "name").get(pk=table_id)
    box = dealers_now(room).dealers.box(name)
    if box is None or box.dealer == staff.key:
        return
    since = int(now.timestamp() * 1000)
    told = Follow(name, True, staff.key, staff.alias, since, rotates=not staff.supervises)
    dealers_follow(room_id=room, told=told, command_id=str(uuid4()), now=now)
