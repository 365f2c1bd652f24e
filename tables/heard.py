"""When tables last heard of their tablets, and whose tablet has gone silent. It outlives a restart."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from tables import broadcast
from tables.models import Device, TabletHeard

WRITTEN = timedelta(seconds=30)  # a tablet that goes on is not written down more often


def tablet_heard(*, table_id: int, now: datetime) -> None:
    """A tablet of this table is there. Who looks at the map is told when it was missed."""
    row, made = TabletHeard.objects.get_or_create(table_id=table_id, defaults={"at": now})
    if made or not (row.silent or now - row.at >= WRITTEN):
        return
    TabletHeard.objects.filter(pk=row.pk).update(at=now, silent=False)
    if row.silent:
        _tell(row)


def tablets_silent(*, now: datetime, since: datetime) -> int:
    """Mark tables that heard of no tablet for longer than their room allows; how many were marked or cleared.

    since: from when on the room could hear, so that nobody is missed for the time in which it was closed. A table
    without a paired tablet misses none.
    """
    paired = set(
        Device.objects.filter(revoked_at=None, token_hash__isnull=False).values_list(
            "table_id", flat=True
        )
    )
    turned = 0
    for row in TabletHeard.objects.select_related("table__room"):
        allowed = timedelta(seconds=row.table.room.tablet_silent_seconds)
        silent = row.table_id in paired and now - max(row.at, since) >= allowed
        if silent and not row.silent:
            # Only as it was read: a tablet that is heard meanwhile is there.
            turned += _turn(TabletHeard.objects.filter(pk=row.pk, at=row.at), row, silent=True)
        elif row.silent and row.table_id not in paired:
            turned += _turn(TabletHeard.objects.filter(pk=row.pk), row, silent=False)
    return turned


def _turn(rows: "QuerySet[TabletHeard]", row: TabletHeard, *, silent: bool) -> int:
    turned = rows.update(silent=silent)
    if turned:
        _tell(row)
    return turned


def _tell(row: TabletHeard) -> None:
    told = {"type": "floor.changed", "table": row.table_id}
    to = broadcast.map_group(row.table.room_id)
    transaction.on_commit(partial(broadcast.send, to, told), robust=True)
