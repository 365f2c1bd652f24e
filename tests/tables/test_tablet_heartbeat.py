"""Tablet outages: stored rarely, marked by the scheduled task, ended by the next heartbeat, unaffected
by a restart.
"""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.models import Device, TabletHeartbeat, TabletOutage
from tables.pairing import device_revoke
from tables.tablet_heartbeat import tablet_heartbeat, tablets_mark_offline
from tests.support.room import NOW, TableDriver, create_room, pair_device

WITHIN_LIMIT = timedelta(seconds=15)
OFFLINE_AFTER = timedelta(seconds=60)


@pytest.fixture
def room(db: None) -> TableDriver:
    small = create_room()
    pair_device(small.table)
    tablet_heartbeat(table_id=small.table.pk, now=NOW)
    return small


def tablet_row() -> TabletHeartbeat:
    return TabletHeartbeat.objects.get()


def test_heartbeat_is_stored_once_per_half_minute(room: TableDriver) -> None:
    with CaptureQueriesContext(connection) as queries:
        tablet_heartbeat(table_id=room.table.pk, now=NOW + WITHIN_LIMIT)
    assert not queries.captured_queries
    assert tablet_row().at == NOW
    tablet_heartbeat(table_id=room.table.pk, now=NOW + 2 * WITHIN_LIMIT)
    assert tablet_row().at == NOW + 2 * WITHIN_LIMIT


def test_tablet_is_offline_after_a_minute_until_its_next_heartbeat(room: TableDriver) -> None:
    assert tablets_mark_offline(now=NOW + OFFLINE_AFTER - timedelta(seconds=1), since=NOW) == 0
    assert tablets_mark_offline(now=NOW + OFFLINE_AFTER, since=NOW) == 1
    assert (tablet_row().silent, tablet_row().at) == (True, NOW)
    assert tablets_mark_offline(now=NOW + 2 * OFFLINE_AFTER, since=NOW) == 0, "told once"
    tablet_heartbeat(table_id=room.table.pk, now=NOW + 3 * OFFLINE_AFTER)
    assert (tablet_row().silent, tablet_row().at) == (False, NOW + 3 * OFFLINE_AFTER)


def test_room_setting_is_the_offline_limit(room: TableDriver) -> None:
    room.table.room.tablet_silent_seconds = 120
    room.table.room.save()
    assert tablets_mark_offline(now=NOW + OFFLINE_AFTER, since=NOW) == 0
    assert tablets_mark_offline(now=NOW + 2 * OFFLINE_AFTER, since=NOW) == 1


def test_closed_room_records_no_outage(room: TableDriver) -> None:
    opened_at = NOW + timedelta(hours=9)
    assert tablets_mark_offline(now=opened_at + WITHIN_LIMIT, since=opened_at) == 0
    assert tablets_mark_offline(now=opened_at + OFFLINE_AFTER, since=opened_at) == 1


def test_table_without_a_tablet_is_not_offline(room: TableDriver) -> None:
    tablets_mark_offline(now=NOW + OFFLINE_AFTER, since=NOW)
    device_revoke(device=room.table.devices.get(), now=NOW)
    assert tablets_mark_offline(now=NOW + OFFLINE_AFTER, since=NOW) == 1
    assert not tablet_row().silent
    assert tablets_mark_offline(now=NOW + 2 * OFFLINE_AFTER, since=NOW) == 0


def test_unknown_tablet_sends_no_heartbeat(room: TableDriver) -> None:
    TabletHeartbeat.objects.all().delete()
    assert Client().post("/tablet/here").status_code in (401, 403)
    assert not TabletHeartbeat.objects.exists()


def outages() -> list[tuple[int, int]]:
    """Return start and end of outages, in seconds since the beginning."""
    rows = TabletOutage.objects.order_by("pk").values_list("since", "until")
    return [((since - NOW).seconds, (until - NOW).seconds) for since, until in rows]


def test_ended_outage_is_stored(room: TableDriver) -> None:
    tablets_mark_offline(now=NOW + OFFLINE_AFTER, since=NOW)
    assert outages() == []
    tablet_heartbeat(table_id=room.table.pk, now=NOW + 3 * OFFLINE_AFTER)
    tablet_heartbeat(table_id=room.table.pk, now=NOW + 4 * OFFLINE_AFTER)
    assert outages() == [(0, 180)]
    with pytest.raises(DatabaseError), transaction.atomic():
        TabletOutage.objects.update(until=NOW)


def test_downtime_of_the_server_is_no_outage(room: TableDriver) -> None:
    tablets_mark_offline(now=NOW + OFFLINE_AFTER, since=NOW)
    opened_at = NOW + 10 * OFFLINE_AFTER
    tablets_mark_offline(now=opened_at + WITHIN_LIMIT, since=opened_at)
    tablet_heartbeat(table_id=room.table.pk, now=opened_at + OFFLINE_AFTER)
    assert outages() == [(600, 660)]


def test_outage_ends_without_a_paired_tablet(room: TableDriver) -> None:
    tablets_mark_offline(now=NOW + OFFLINE_AFTER, since=NOW)
    device_revoke(device=Device.objects.get(), now=NOW + OFFLINE_AFTER)
    tablets_mark_offline(now=NOW + 2 * OFFLINE_AFTER, since=NOW)
    assert outages() == [(0, 120)]
    assert not tablet_row().silent
