"""Changes of health: one process writes them, an outage of the database is in them, and old ones go."""

import os
import socket
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import psycopg
import pytest
from django.db import OperationalError

from manage_ui.operations.history import last_day
from ops.health.history import KEPT, LevelHistory, remove_old_changes
from ops.health.monitor import HealthMonitor
from ops.health.part import Check, HealthPart, Level
from ops.models import HealthChange, ServiceHeartbeat

NOW = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)
HOST = socket.gethostname()[:100]


def minutes(number: int) -> datetime:
    return NOW + timedelta(minutes=number)


def live_process(*, started: int = -60, pid: int = 0) -> None:
    """Write the heartbeat of a web process, by default of this one."""
    ServiceHeartbeat.objects.create(
        service="web",
        host=HOST,
        pid=pid or os.getpid(),
        version="1",
        started_at=minutes(started),
        at=minutes(24 * 60),
    )


def redis(level: Level) -> HealthPart:
    return HealthPart(
        key="redis", title="Live", level=level, headline="" if level == "good" else "away"
    )


def look(history: LevelHistory, at: int, *parts: HealthPart) -> None:
    """Find these parts and store what changed."""
    history.note(parts, minutes(at))
    history.store(minutes(at))


def stored() -> list[tuple[str, str, datetime]]:
    return list(HealthChange.objects.order_by("at", "pk").values_list("part", "level", "at"))


@pytest.mark.django_db
def test_each_change_is_stored_once_by_the_process_that_lives_longest() -> None:
    live_process(started=-60)
    live_process(started=-90, pid=1)
    mine = LevelHistory()
    other = LevelHistory()
    look(mine, 0, redis("bad"))
    assert stored() == []  # the other process is older
    ServiceHeartbeat.objects.filter(pid=1).delete()
    look(mine, 2, redis("bad"))  # its row is missing: compared once a minute
    look(other, 3, redis("bad"))
    look(mine, 4, redis("good"))
    look(other, 5, redis("good"))
    assert stored() == [("redis", "bad", minutes(2)), ("redis", "good", minutes(4))]


@pytest.mark.django_db
def test_outage_of_the_database_is_stored_when_it_is_over_with_its_times() -> None:
    live_process()
    history = LevelHistory()
    later = LevelHistory()
    error = OperationalError("refused")
    error.__cause__ = psycopg.OperationalError("refused")
    with patch("ops.health.history.transaction.atomic", side_effect=error):
        look(history, 0, redis("bad"))
        look(later, 1, redis("bad"))
    assert stored() == []
    look(history, 3, redis("good"))
    look(later, 4, redis("good"))  # saw the same outage, a little later
    assert stored() == [("redis", "bad", minutes(0)), ("redis", "good", minutes(3))]


@pytest.mark.django_db
def test_last_of_each_part_is_kept_and_older_ones_go() -> None:
    old = NOW - KEPT - timedelta(days=1)
    for part, level, at in (("redis", "bad", old), ("redis", "good", NOW), ("disk", "soon", old)):
        HealthChange.objects.create(part=part, level=level, at=at)
    assert remove_old_changes(NOW) == 1
    assert set(stored()) == {("redis", "good", NOW), ("disk", "soon", old)}


@pytest.mark.django_db
def test_last_day_has_when_it_began_and_ended() -> None:
    for part, level, at in (
        ("redis", "good", -3000),
        ("redis", "bad", -90),
        ("redis", "good", -60),
        ("disk", "soon", -2000),
        ("web", "good", -2000),
    ):
        HealthChange.objects.create(part=part, level=level, at=minutes(at), headline="away")
    day = last_day(NOW)
    assert day.calm == ("Web",)
    live, disk = day.changed
    assert [(bar.began, bar.ended, bar.x, bar.width) for bar in live.problems] == [
        (minutes(-90), minutes(-60), 1350, 30)
    ]
    assert [(bar.began, bar.ended, bar.x, bar.width) for bar in disk.problems] == [
        (None, None, 0, 1440)
    ]


@pytest.mark.django_db(transaction=True)
def test_monitor_stores_the_changes_that_it_finds() -> None:
    levels: list[Level] = ["good"]
    live_process()
    check = Check("redis", "Live", lambda now: redis(levels[0]))
    history = LevelHistory()
    monitor = HealthMonitor([check], history)
    for at in (0, 1):
        levels[0] = "bad" if at else "good"
        with patch("ops.health.monitor.timezone.now", lambda at=at: minutes(at)):
            monitor.read(wait=10, max_age=0)
            while history.is_behind:
                pass
    assert [level for _, level, _ in stored()] == ["good", "bad"]
