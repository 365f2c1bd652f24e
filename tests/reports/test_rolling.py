"""Rolling up a real room: in parts, twice, with late entries; a rebuild gives the same rows."""

import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext

from reports.models import (
    CallFact,
    DealerDay,
    DealerMonth,
    FillMonth,
    IncidentDay,
    OutageHour,
    RollupProgress,
    RoomDay,
    SeatUseCursor,
    TableHour,
    TableMonth,
    WaitDay,
)
from reports.rollups.rebuild import KINDS, find_mismatches, rebuild
from reports.rollups.room import room_roll_up
from reports.tasks import LAG, roll, task
from rulings.models import Call, Ruling
from staff.models import Staff
from tables.models import TabletOutage
from tests.support.report_fixtures import BEGINS, MINUTES, SimulatedNight

pytestmark = pytest.mark.django_db


def rollup_rows(room: Any) -> dict[str, list[str]]:
    """Return every row of a room's rollups, without its id."""
    return {
        kind.__name__: sorted(
            str(row)
            for row in kind._default_manager.filter(room=room).values_list(
                *(f.attname for f in kind._meta.concrete_fields if not f.primary_key)
            )
        )
        for kind in KINDS
    }


def delete_rollups(room: Any) -> None:
    """Delete all rollups of a room."""
    for kind in KINDS:
        kind._default_manager.filter(room=room).delete()
    RollupProgress.objects.filter(room=room).delete()
    SeatUseCursor.objects.filter(room=room).delete()
    for table in room.tables.all():
        table.rolled.delete()


def test_incremental_rollup_equals_one_rollup_and_is_idempotent(night: SimulatedNight) -> None:
    room = night.house.room
    at_once = rollup_rows(room)
    delete_rollups(room)
    for minute in range(0, MINUTES, 3):
        room_roll_up(room, until=BEGINS + timedelta(minutes=minute, seconds=7))
    room_roll_up(room, until=night.now)
    assert rollup_rows(room) == at_once
    room_roll_up(room, until=night.now)
    room_roll_up(room, until=night.now - timedelta(minutes=5))
    assert rollup_rows(room) == at_once


def test_logs_with_many_new_entries_are_rolled_up_page_by_page(
    night: SimulatedNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = night.house.room
    at_once = rollup_rows(room)
    delete_rollups(room)
    monkeypatch.setattr("reports.rollups.tables.FEW", 2)
    monkeypatch.setattr("reports.rollups.tables.PAGE", 40)
    monkeypatch.setattr("reports.rollups.tables.ENTRIES", 60)
    monkeypatch.setattr("reports.rollups.game_half_hours.PAGE", 7)
    for minute in (5, MINUTES):
        room_roll_up(room, until=BEGINS + timedelta(minutes=minute))
    room_roll_up(room, until=night.now)
    assert rollup_rows(room) == at_once


def test_tables_share_the_queries_of_a_pass(night: SimulatedNight) -> None:
    """A query for each table, every minute, is what a large room would wait for."""
    room = night.house.room
    delete_rollups(room)
    room_roll_up(room, until=night.now - timedelta(minutes=2))
    with CaptureQueriesContext(connection) as queries:
        room_roll_up(room, until=night.now)
    statements = Counter(re.sub(r"\d+", "", row["sql"])[:60] for row in queries)
    of_tables = [
        count
        for statement, count in statements.items()
        if re.search("tablehour|tableday|tablemonth|logcursor|dealerday|dealermonth", statement)
    ]
    assert of_tables
    assert max(of_tables) < room.tables.count() == 5


def test_days_of_the_room_are_summed_once_for_all_its_tables(night: SimulatedNight) -> None:
    """Once for each table it would be the square of the tables, every minute."""
    room = night.house.room
    delete_rollups(room)
    with CaptureQueriesContext(connection) as queries:
        room_roll_up(room, until=night.now)
    read = [row["sql"] for row in queries if 'FROM "reports_roomday"' in row["sql"]]
    assert len(read) == 1 < room.tables.count()


@pytest.mark.release
def test_rebuilt_rollups_equal_the_old_ones(night: SimulatedNight) -> None:
    room = night.house.room
    before = rollup_rows(room)
    assert list(find_mismatches(room)) == []
    rebuild(room)
    assert rollup_rows(room) == before


def test_rollup_mismatch_is_reported_and_rebuilt(
    night: SimulatedNight, capsys: pytest.CaptureFixture[str]
) -> None:
    room = night.house.room
    before = rollup_rows(room)
    hour = TableHour.objects.filter(room=room, hands__gt=0)[0]
    TableHour.objects.filter(pk=hour.pk).update(hands=hour.hands + 1)
    assert list(find_mismatches(room)) == ["TableHour: 1 rows don't match the logs; 1 expected"]
    with pytest.raises(CommandError, match="1 kinds of rows differ"):
        call_command("rollups", "--check", "--room", room.name)
    rebuild(room)
    assert rollup_rows(room) == before


def test_sums_that_an_earlier_version_lacked_are_no_mismatch(night: SimulatedNight) -> None:
    room = night.house.room
    before = rollup_rows(room)
    for kind in (FillMonth, RoomDay, TableMonth):
        kind.objects.filter(room=room).delete()
    RollupProgress.objects.filter(room=room).update(has_long_sums=False)
    assert list(find_mismatches(room)) == []
    assert not RoomDay.objects.filter(room=room).exists(), "the check writes nothing"
    room_roll_up(room, until=night.now)
    assert rollup_rows(room) == before


def test_command_reports_its_result(
    night: SimulatedNight, capsys: pytest.CaptureFixture[str]
) -> None:
    room = night.house.room
    call_command("rollups", "--room", room.name, "--check")
    assert capsys.readouterr().out == "Rolled night: matches the logs\n"
    room.own_time = True
    room.save()
    with pytest.raises(CommandError, match="No room"):
        call_command("rollups", "--room", room.name)


def test_task_skips_rooms_with_simulated_time(
    night: SimulatedNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = night.house.room
    at_once = rollup_rows(room)
    delete_rollups(room)
    monkeypatch.setattr("reports.tasks.timezone.now", lambda: night.now + LAG)
    room.own_time = True
    room.save()
    assert roll() == 0
    assert not TableHour.objects.exists()
    room.own_time = False
    room.save()
    assert roll() == 1
    assert rollup_rows(room) == at_once
    assert task.name == "reports.roll" in str(settings.CELERY_BEAT_SCHEDULE)


def test_open_call_is_refreshed(night: SimulatedNight) -> None:
    """Open when it was counted, then over, then appealed."""
    room = night.house.room
    fact = CallFact.objects.filter(room=room, decision="accepted").first()
    assert fact is not None
    call = Call.objects.get(table=fact.table, seq=fact.seq)
    CallFact.objects.filter(pk=fact.pk).update(
        status="open", decision="none", here_s=None, closed_s=None, by="", proposal=False
    )
    room_roll_up(room, until=night.now)
    updated_fact = CallFact.objects.get(pk=fact.pk)
    assert (
        updated_fact.status,
        updated_fact.decision,
        updated_fact.here_s,
        updated_fact.closed_s,
        updated_fact.by,
    ) == (
        fact.status,
        fact.decision,
        fact.here_s,
        fact.closed_s,
        fact.by,
    )
    Ruling.objects.create(
        number="late",
        kind=Ruling.Kind.APPEAL,
        room=room,
        table=call.table,
        about=call.ruling,
        hand=call.hand,
        decision=Ruling.Decision.OVERRIDDEN,
        result="Both pots are paid.",
        by=Staff.objects.all()[0],
        at=night.now,
        day=fact.day,
    )
    room_roll_up(room, until=night.now)
    assert CallFact.objects.get(pk=fact.pk).appeals == 1
    assert CallFact.objects.get(pk=fact.pk).decision == "accepted", "the ruling stands as it was"
    assert list(find_mismatches(room)) == []


def test_outages_are_divided_by_hour_and_shift(night: SimulatedNight) -> None:
    room = night.house.room
    table = night.house.tables[0][0]
    since = BEGINS.replace(minute=59, second=50)
    TabletOutage.objects.create(table=table, since=since, until=since + timedelta(seconds=90))
    room_roll_up(room, until=since + timedelta(seconds=89))
    assert not OutageHour.objects.exists()
    for _ in range(2):
        room_roll_up(room, until=since + timedelta(hours=3))
    silent_hours = OutageHour.objects.order_by("hour").values_list(
        "hour__hour", "shift", "seconds", "times"
    )
    assert list(silent_hours) == [(21, "swing", 10, 1), (22, "grave", 80, 0)]


def test_dealer_month_is_the_total_of_its_days(night: SimulatedNight) -> None:
    def summed(kind: Any) -> dict[tuple[Any, ...], tuple[int, int, float]]:
        rows = kind.objects.filter(room=night.house.room).values_list("shift", "dealer", "game")
        return {
            key: hand_sums
            for *key_, hands, n, dd in rows.annotate(Sum("hands"), Sum("n"), Sum("dd"))
            for key, hand_sums in [(tuple(key_), (hands, n, dd))]
        }

    assert summed(DealerMonth) == summed(DealerDay) != {}


def test_waitlist_and_incident_rows_are_stored(night: SimulatedNight) -> None:
    """What they say is compared with the log in test_figures."""
    assert WaitDay.objects.filter(room=night.house.room, seated__gt=0)
    assert IncidentDay.objects.filter(room=night.house.room).count() == len(
        set(IncidentDay.objects.values_list("day", "shift", "category", "severity"))
    )
