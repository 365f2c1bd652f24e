"""Tablets that go silent: written seldom, marked by the clock, cleared by the first word, kept over a restart."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.models import Device, TabletHeard, TabletSilence
from tables.pairing import device_revoke
from tables.tablet_heartbeat import tablet_heartbeat, tablets_mark_offline
from tests.tables.room import NOW, Small, paired, small_room

pytestmark = pytest.mark.db
SOON, LATE = timedelta(seconds=15), timedelta(seconds=60)


@pytest.fixture
def room(db: None) -> Small:
    small = small_room()
    paired(small.table)
    tablet_heartbeat(table_id=small.table.pk, now=NOW)
    return small


def row() -> TabletHeard:
    return TabletHeard.objects.get()


def test_it_is_written_down_once_in_half_a_minute(room: Small) -> None:
    with CaptureQueriesContext(connection) as caught:
        tablet_heartbeat(table_id=room.table.pk, now=NOW + SOON)
    assert [captured_query["sql"].split()[0] for captured_query in caught.captured_queries] == [
        "SELECT"
    ]
    assert row().at == NOW
    tablet_heartbeat(table_id=room.table.pk, now=NOW + 2 * SOON)
    assert row().at == NOW + 2 * SOON


def test_silent_for_a_minute_and_back_at_the_first_word(room: Small) -> None:
    assert tablets_mark_offline(now=NOW + LATE - timedelta(seconds=1), since=NOW) == 0
    assert tablets_mark_offline(now=NOW + LATE, since=NOW) == 1
    assert (row().silent, row().at) == (True, NOW)
    assert tablets_mark_offline(now=NOW + 2 * LATE, since=NOW) == 0, "told once"
    tablet_heartbeat(table_id=room.table.pk, now=NOW + 3 * LATE)
    assert (row().silent, row().at) == (False, NOW + 3 * LATE)


def test_the_room_says_how_long(room: Small) -> None:
    room.table.room.tablet_silent_seconds = 120
    room.table.room.save()
    assert tablets_mark_offline(now=NOW + LATE, since=NOW) == 0
    assert tablets_mark_offline(now=NOW + 2 * LATE, since=NOW) == 1


def test_a_room_that_was_closed_missed_nobody_meanwhile(room: Small) -> None:
    opened = NOW + timedelta(hours=9)
    assert tablets_mark_offline(now=opened + SOON, since=opened) == 0
    assert tablets_mark_offline(now=opened + LATE, since=opened) == 1


def test_a_table_without_a_tablet_misses_none(room: Small) -> None:
    tablets_mark_offline(now=NOW + LATE, since=NOW)
    device_revoke(device=room.table.devices.get(), now=NOW)
    assert tablets_mark_offline(now=NOW + LATE, since=NOW) == 1
    assert not row().silent
    assert tablets_mark_offline(now=NOW + 2 * LATE, since=NOW) == 0


def test_a_tablet_that_is_unknown_is_not_heard(room: Small) -> None:
    TabletHeard.objects.all().delete()
    assert Client().post("/tablet/here").status_code in (401, 403)
    assert not TabletHeard.objects.exists()


def silences() -> list[tuple[int, int]]:
    """Since and until, in seconds after the beginning."""
    rows = TabletSilence.objects.order_by("pk").values_list("since", "until")
    return [((since - NOW).seconds, (until - NOW).seconds) for since, until in rows]


def test_a_silence_that_is_over_is_kept(room: Small) -> None:
    tablets_mark_offline(now=NOW + LATE, since=NOW)
    assert silences() == []
    tablet_heartbeat(table_id=room.table.pk, now=NOW + 3 * LATE)
    tablet_heartbeat(table_id=room.table.pk, now=NOW + 4 * LATE)
    assert silences() == [(0, 180)]
    with pytest.raises(DatabaseError), transaction.atomic():
        TabletSilence.objects.update(until=NOW)


def test_the_time_in_which_the_room_was_closed_is_no_silence(room: Small) -> None:
    tablets_mark_offline(now=NOW + LATE, since=NOW)
    opened = NOW + 10 * LATE
    tablets_mark_offline(now=opened + SOON, since=opened)
    tablet_heartbeat(table_id=room.table.pk, now=opened + LATE)
    assert silences() == [(600, 660)]


def test_a_silence_ends_where_no_tablet_is_paired_any_more(room: Small) -> None:
    tablets_mark_offline(now=NOW + LATE, since=NOW)
    device_revoke(device=Device.objects.get(), now=NOW + LATE)
    tablets_mark_offline(now=NOW + 2 * LATE, since=NOW)
    assert silences() == [(0, 120)]
    assert not row().silent
