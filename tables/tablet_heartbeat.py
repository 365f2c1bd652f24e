"""Tablet heartbeats: when each table's tablet was last seen, and which are offline. Survives a restart."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from journal.caches import HEARTBEATS
from journal.prepared import prepared_cursor
from tables import table_screens
from tables.models import Device, TabletHeartbeat, TabletOutage
from web import broadcast

# The heartbeats of an online tablet are not stored more often
WRITE_INTERVAL = timedelta(seconds=30)


def tablet_heartbeat(*, table_id: int, now: datetime) -> None:
    """Record a heartbeat. If the tablet was marked offline, store the outage and notify the map."""
    if _is_recent(table_id, now):
        return
    if not _store(table_id, now):
        _store_first_or_returned(table_id, now)
    HEARTBEATS[table_id] = now


def _store_first_or_returned(table_id: int, now: datetime) -> None:
    """Store the first heartbeat of a tablet, or the end of its outage."""
    row, created = TabletHeartbeat.objects.get_or_create(table_id=table_id, defaults={"at": now})
    if created:
        return
    with transaction.atomic():
        ended = _end_outage(row, now)
        TabletHeartbeat.objects.filter(pk=row.pk).update(at=now, silent_since=None)
        if ended:
            _notify_map(row)


_UPDATE_HEARTBEAT = (
    f"UPDATE {TabletHeartbeat._meta.db_table} SET at = %s WHERE table_id = %s AND NOT silent"
)


def _is_recent(table_id: int, now: datetime) -> bool:
    """Return whether this process stored a heartbeat so recently that the tablet can't be marked offline."""
    stored_at: datetime | None = HEARTBEATS.get(table_id)
    return stored_at is not None and stored_at <= now < stored_at + WRITE_INTERVAL


def _store(table_id: int, now: datetime) -> bool:
    """Store the heartbeat of an online tablet; return False for a new one and for one that is marked offline."""
    with prepared_cursor() as cursor:
        cursor.execute(_UPDATE_HEARTBEAT, [now, table_id])
        return bool(cursor.rowcount)


def tablets_mark_offline(*, now: datetime, since: datetime) -> int:
    """Mark tables whose tablet was offline for longer than the room allows; return how many were marked or cleared.

    `since`: when the server started, because its own downtime does not count. A table without a paired tablet is never
    marked.
    """
    paired = set(
        Device.objects.filter(revoked_at=None, token_hash__isnull=False).values_list(
            "table_id", flat=True
        )
    )
    count = 0
    for row in TabletHeartbeat.objects.select_related("table__room"):
        allowed = timedelta(seconds=row.table.room.tablet_silent_seconds)
        last_seen = max(row.at, since)
        silent = row.table_id in paired and now - last_seen >= allowed
        if silent and not row.silent:
            # The filter on `at` skips a tablet that sent a heartbeat concurrently.
            rows = TabletHeartbeat.objects.filter(pk=row.pk, at=row.at, silent=False)
            count += _mark(rows, row, silent=True, silent_since=last_seen)
        elif row.silent and row.table_id not in paired:
            with transaction.atomic():
                _end_outage(row, now)
                rows = TabletHeartbeat.objects.filter(pk=row.pk)
                count += _mark(rows, row, silent=False, silent_since=None)
        elif row.silent and row.silent_since is not None and row.silent_since < since:
            TabletHeartbeat.objects.filter(pk=row.pk, silent=True).update(silent_since=since)
    return count


def _end_outage(row: TabletHeartbeat, now: datetime) -> bool:
    """Store an outage that has ended; return False if another process has done so."""
    marked = TabletHeartbeat.objects.filter(pk=row.pk, silent=True)
    if not marked.update(silent=False):
        return False
    # Rows marked before outages were stored have no start time.
    if row.silent_since is not None and row.silent_since < now:
        TabletOutage.objects.create(table_id=row.table_id, since=row.silent_since, until=now)
    return True


def _mark(rows: "QuerySet[TabletHeartbeat]", row: TabletHeartbeat, **marks: object) -> int:
    count = rows.update(**marks)
    if count:
        _notify_map(row)
    return count


def _notify_map(row: TabletHeartbeat) -> None:
    message = {"type": "floor.changed", "table": row.table_id}
    group = table_screens.map_group(row.table.room_id)
    transaction.on_commit(partial(broadcast.send, group, message), robust=True)
