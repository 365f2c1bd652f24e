"""When tables last heard of their tablets, and whose tablet has gone silent. It outlives a restart."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from tables import broadcast
from tables.models import Device, TabletHeard, TabletSilence

WRITTEN = timedelta(seconds=30)  # a tablet that goes on is not written down more often


def tablet_heard(*, table_id: int, now: datetime) -> None:
    """A tablet of this table is there. Who looks at the map is told when it was missed, and the silence is kept."""
    row, made = TabletHeard.objects.get_or_create(table_id=table_id, defaults={"at": now})
    if made or not (row.silent or now - row.at >= WRITTEN):
        return
    rows = TabletHeard.objects.filter(pk=row.pk)
    if not row.silent:
        rows.update(at=now, silent=False)
        return
    with transaction.atomic():
        over = _over(row, now)
        rows.update(at=now, silent_since=None)
        if over:
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
        heard = max(row.at, since)
        silent = row.table_id in paired and now - heard >= allowed
        if silent and not row.silent:
            # Only as it was read: a tablet that is heard meanwhile is there.
            rows = TabletHeard.objects.filter(pk=row.pk, at=row.at, silent=False)
            turned += _turn(rows, row, silent=True, silent_since=heard)
        elif row.silent and row.table_id not in paired:
            with transaction.atomic():
                _over(row, now)
                rows = TabletHeard.objects.filter(pk=row.pk)
                turned += _turn(rows, row, silent=False, silent_since=None)
        elif row.silent and row.silent_since is not None and row.silent_since < since:
            TabletHeard.objects.filter(pk=row.pk, silent=True).update(silent_since=since)
    return turned


def _over(row: TabletHeard, now: datetime) -> bool:
    """Keep a silence that is over now; False where somebody else was quicker to."""
    marked = TabletHeard.objects.filter(pk=row.pk, silent=True)
    if not marked.update(silent=False):
        return False
    # Marked before silences were kept: when it began is not known.
    if row.silent_since is not None and row.silent_since < now:
        TabletSilence.objects.create(table_id=row.table_id, since=row.silent_since, until=now)
    return True


def _turn(rows: "QuerySet[TabletHeard]", row: TabletHeard, **marks: object) -> int:
    turned = rows.update(**marks)
    if turned:
        _tell(row)
    return turned


def _tell(row: TabletHeard) -> None:
    told = {"type": "floor.changed", "table": row.table_id}
    to = broadcast.map_group(row.table.room_id)
    transaction.on_commit(partial(broadcast.send, to, told), robust=True)
