"""The time zone of the house: pages, shifts and reports follow it, and it is that of the server by default."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from config.celery import _begin_task
from drop.models import policy_of
from poker.refusal import Refusal
from reports.rollups.room import calendar_of
from staff.installation import installation
from staff.models import AuditEvent
from staff.time_zone import forget_time_zone, house_time_zone, time_zone_change
from tests.support.manage_fixtures import ManagerClient, hornbeam
from tests.support.manage_fixtures import sign_in_client as sign_in_by_password
from tests.support.room import NOW, TableDriver, create_room, create_staff

__all__ = ["hornbeam"]
TOKYO = "Asia/Tokyo"
NIGHT = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)  # 7 in the morning in Tokyo


@pytest.fixture
def game(db: None) -> TableDriver:
    return create_room()


def test_zone_is_that_of_the_server_until_it_is_set(game: TableDriver) -> None:
    assert house_time_zone() == timezone.get_default_timezone()
    with pytest.raises(Refusal) as refused:
        time_zone_change(
            name="Mars/Olympus", by=create_staff("manager", alias="Oak", badge="392"), now=NOW
        )
    assert refused.value.code == "unknown_time_zone"


def test_shifts_and_gaming_days_follow_the_zone(
    game: TableDriver, django_capture_on_commit_callbacks: object
) -> None:
    room = game.table.room
    policy = policy_of(room)
    policy.shifts = [["day", "06:00"], ["night", "18:00"]]
    policy.save()
    seconds = int(NIGHT.timestamp())
    shift = calendar_of(room).at(seconds)
    assert (shift.day, shift.name) == (date(2026, 11, 21), "night")
    time_zone_change(name=TOKYO, by=create_staff("manager", alias="Oak", badge="392"), now=NOW)
    forget_time_zone()
    shift = calendar_of(room).at(seconds)
    assert (shift.day, shift.name) == (date(2026, 11, 22), "day")
    _begin_task()
    assert timezone.get_current_timezone() == ZoneInfo(TOKYO), "tasks write local times"


def test_page_sets_the_zone_and_pages_have_its_time(
    game: TableDriver, hornbeam: ManagerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = hornbeam.post("time-zone", seen=hornbeam.get("time-zone").seen, time_zone=TOKYO)
    assert "Shifts of all rooms begin by this zone" in first.text
    assert hornbeam.save("time-zone", time_zone=TOKYO).status == 302
    assert installation().time_zone == TOKYO
    forget_time_zone()  # in tests a transaction never commits
    act = AuditEvent.objects.filter(verb="setting_changed").latest("pk")
    assert (act.before, act.after) == ({"time_zone": ""}, {"time_zone": TOKYO})
    monkeypatch.setattr(timezone, "now", lambda: NIGHT)
    yew = create_staff("manager", alias="Yew", badge="391")
    page: Client = sign_in_by_password(yew)
    assert "Local time is now 07:00." in page.get("/manage/time-zone/").content.decode()
