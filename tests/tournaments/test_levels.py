"""Levels that begin by the clock: once in the log, with the time of their begin, and as webhooks without names."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from journal.unix_time import from_milliseconds
from journal.verify import verify
from outbox.webhooks.event_types import KINDS
from outbox.webhooks.models import Webhook, WebhookDelivery
from staff.integrations import integration_make
from tests.tournaments.event_room import EventRoom, create_event_room
from tournaments.actions import TOURNAMENT
from tournaments.rules import commands as c
from tournaments.rules.events import LevelBegan
from tournaments.tasks import levels_begin_at

MINUTE = timedelta(minutes=1)


def begun(event_room: EventRoom) -> list[LevelBegan]:
    """Return the begun levels and breaks of the log, in order."""
    rows = event_room.row.stream.entries.filter(name="level.began").order_by("seq")
    events = [TOURNAMENT.decode(row) for row in rows]
    return [event for event in events if isinstance(event, LevelBegan)]


def segments(event_room: EventRoom) -> list[int]:
    return [event.segment for event in begun(event_room)]


def begin_at(event_room: EventRoom, after: timedelta) -> int:
    """Run the task so long after the last command."""
    event_room.now += after
    return levels_begin_at(event_room.now)


@pytest.fixture
def running(event_room: EventRoom) -> EventRoom:
    """An event whose first level is in the log."""
    event_room.enter("Amber Spindle", "Brass Kettle", "Cedar Lamp")
    event_room.execute(c.StartClock())
    assert begin_at(event_room, timedelta(seconds=1)) == 1
    return event_room


@pytest.fixture
def webhook(running: EventRoom) -> Webhook:
    integration = integration_make(
        name="clock",
        role="manager",
        scopes=["tournaments:read"],
        room=None,
        by=None,
        now=running.now,
    )
    return Webhook.objects.create(
        integration=integration,
        url="https://clock.example/",
        events=[name for name in KINDS if name.startswith("tournament.")],
        secret="",
        made_at=running.now,
    )


def webhook_bodies() -> list[dict[str, Any]]:
    return [json.loads(row.body) for row in WebhookDelivery.objects.order_by("pk")]


def test_scheduled_event_begins_no_level(event_room: EventRoom) -> None:
    assert begin_at(event_room, MINUTE) == 0
    assert begun(event_room) == []


def test_each_level_and_break_begins_once(running: EventRoom) -> None:
    started = running.now - timedelta(seconds=1)
    assert begin_at(running, 29 * MINUTE) == 0
    assert begin_at(running, 2 * MINUTE) == 1
    assert begin_at(running, 2 * MINUTE) == 0
    assert begin_at(running, 30 * MINUTE) == 1
    assert segments(running) == [0, 1, 2]
    assert [(event.level, event.is_break) for event in begun(running)] == [
        (1, False),
        (2, False),
        (2, True),
    ]
    assert [from_milliseconds(event.at) - started for event in begun(running)] == [
        timedelta(0),
        30 * MINUTE,
        60 * MINUTE,
    ]
    verify(stream=running.row.stream)


def test_server_that_was_down_records_all_levels_that_passed(running: EventRoom) -> None:
    assert begin_at(running, 62 * MINUTE) == 1
    assert segments(running) == [0, 1, 2]


def test_paused_clock_begins_nothing_and_goes_on_where_it_stopped(running: EventRoom) -> None:
    running.now += 10 * MINUTE
    running.execute(c.PauseClock())
    assert begin_at(running, 100 * MINUTE) == 0
    running.execute(c.StartClock())
    assert begin_at(running, 19 * MINUTE) == 0
    assert begin_at(running, 2 * MINUTE) == 1
    assert segments(running) == [0, 1]


def test_level_that_the_clock_showed_before_a_pause_is_recorded_after_it(
    running: EventRoom,
) -> None:
    running.now += 31 * MINUTE
    running.execute(c.PauseClock())
    assert begin_at(running, MINUTE) == 1
    assert segments(running) == [0, 1]


def test_clock_that_is_set_begins_only_the_level_it_shows(running: EventRoom) -> None:
    running.execute(c.MoveClock(3))
    assert begin_at(running, MINUTE) == 1
    running.execute(c.MoveClock(1))
    assert begin_at(running, MINUTE) == 1
    assert begin_at(running, MINUTE) == 0
    assert segments(running) == [0, 3, 1]


def test_shifted_clock_begins_no_level_twice(running: EventRoom) -> None:
    assert begin_at(running, 30 * MINUTE) == 1
    running.execute(c.ShiftClock(5 * 60_000))
    assert begin_at(running, MINUTE) == 0
    assert begin_at(running, 32 * MINUTE) == 0
    assert begin_at(running, 3 * MINUTE) == 1
    assert segments(running) == [0, 1, 2]


@pytest.mark.on_both
@pytest.mark.django_db(transaction=True)
def test_two_workers_record_a_level_once(transactional_db: None) -> None:
    event_room = create_event_room()
    event_room.enter("Amber Spindle", "Brass Kettle")
    event_room.execute(c.StartClock())
    at = event_room.now + 31 * MINUTE
    barrier = Barrier(2)

    def work(now: datetime) -> int:
        barrier.wait()
        try:
            return levels_begin_at(now)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(work, (at, at + timedelta(seconds=1))))
    assert sum(counts) == 1
    assert segments(event_room) == [0, 1]


def test_webhooks_name_no_player(running: EventRoom, webhook: Webhook) -> None:
    begin_at(running, 30 * MINUTE)
    running.execute(c.BustPlayer(1))
    running.execute(c.UndoBust(1))
    bodies = webhook_bodies()
    assert [body["event"] for body in bodies] == [
        "tournament.level",
        "tournament.busted",
        "tournament.busted",
    ]
    level, busted, undone = bodies
    assert (level["level"], level["break"], level["small"], level["big"]) == (2, False, 200, 400)
    assert level["tournament"] == {"id": running.row.pk, "number": 1, "name": "Daily"}
    assert (busted["entries"], busted["left"], undone["left"]) == (3, 2, 3)
    assert "Spindle" not in json.dumps(bodies)


def test_closed_result_is_a_webhook(running: EventRoom, webhook: Webhook) -> None:
    running.execute(c.CloseRegistration())
    running.execute(c.FixPool())
    for number in (1, 2):
        running.execute(c.BustPlayer(number))
    for number in (2, 3):
        running.execute(c.Pay(number))
    running.execute(c.CloseEvent())
    last = webhook_bodies()[-1]
    assert (last["event"], last["left"], last["to_the_money"]) == ("tournament.closed", 0, 0)
