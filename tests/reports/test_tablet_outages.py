"""Open tablet outages: counted up to the rollup, once, in their shift."""

from datetime import UTC, date, datetime, timedelta

import pytest

from reports.archive.source_sums import bases
from reports.figures.ranges import ReportRange, of_day
from reports.figures.waits import OutageStats, silences_of
from reports.models import RollupProgress, TableDay
from reports.rollups.room import room_roll_up
from staff.models import Room
from tables.models import Table, TabletHeartbeat
from tables.tablet_heartbeat import tablet_heartbeat
from tests.support.report_rows import create_table

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 20)
SINCE = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)  # the swing shift is over at ten
LATER = datetime(2026, 11, 20, 23, 15, tzinfo=UTC)


@pytest.fixture
def table(db: None) -> Table:
    """Offline since half past nine, rolled up at a quarter past eleven."""
    table = create_table(Room.objects.create(name="Quiet"), "T1")
    TabletHeartbeat.objects.create(table=table, at=SINCE, silent=True, silent_since=SINCE)
    room_roll_up(table.room, until=LATER)
    return table


def outage_times(room: Room, shift: str = "", table: int | None = None) -> list[tuple[int, int]]:
    outage_stats = silences_of(
        ReportRange(room=room, first=DAY, last=DAY, shift=shift, table=table)
    )
    return [(outage.seconds, outage.times) for outage in outage_stats]


def test_outage_is_divided_by_shift_up_to_the_rollup(table: Table) -> None:
    assert outage_times(table.room) == [(105 * 60, 1)]
    assert outage_times(table.room, "swing") == [(30 * 60, 1)]
    assert outage_times(table.room, "grave") == [(75 * 60, 0)]
    assert outage_times(table.room, "day") == []
    assert outage_times(table.room, table=table.pk + 1) == []
    assert silences_of(of_day(table.room, DAY - timedelta(days=1))) == ()


def test_ended_outage_gets_its_end(table: Table) -> None:
    tablet_heartbeat(table_id=table.pk, now=LATER + timedelta(minutes=1))
    assert outage_times(table.room) == [(105 * 60, 1)]  # it is not rolled yet: as far as that was
    room_roll_up(table.room, until=LATER + timedelta(minutes=5))
    assert outage_times(table.room) == [(106 * 60, 1)]
    assert outage_times(table.room, "swing") == [(30 * 60, 1)]
    (outage_stats,) = silences_of(of_day(table.room, DAY))
    assert outage_stats == OutageStats(table="T1", seconds=106 * 60, times=1)


def test_end_of_an_outage_does_not_change_an_archived_report(table: Table) -> None:
    assert bases(table.room, DAY) == {}  # of itself it makes no report
    TableDay.objects.create(
        room=table.room, table=table, day=DAY, shift="swing", game="Razz", hands=9, open_s=60
    )
    before = bases(table.room, DAY)
    assert before[DAY, "swing"]["silent"] == [30 * 60, 1]
    tablet_heartbeat(table_id=table.pk, now=LATER + timedelta(minutes=1))
    room_roll_up(table.room, until=LATER + timedelta(minutes=5))
    assert bases(table.room, DAY)[DAY, "swing"] == before[DAY, "swing"]


def test_no_outage_is_reported_before_the_first_rollup(table: Table) -> None:
    RollupProgress.objects.all().delete()
    assert outage_times(table.room) == []
