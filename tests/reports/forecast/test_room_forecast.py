"""The forecast of a room from its stored half hours, the command, and two rooms."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reports.forecast.history import room_forecast
from staff.models import Room
from tables.models import GameHalfHour

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 20, 10, tzinfo=UTC)
GAME = "هولدم بلا حد 1/3"
WEEK = timedelta(weeks=1)


def write_evening(room: Room, weeks_ago: int, players: int, hours: int = 5) -> None:
    """Write half hours from 18:00 on in which so many players sat at one table."""
    begins = datetime(2026, 11, 21, 18, tzinfo=UTC) - weeks_ago * WEEK
    GameHalfHour.objects.bulk_create(
        GameHalfHour(
            room=room,
            begins=begins + number * timedelta(minutes=30),
            day=begins.date(),
            shift="swing",
            hour=18 + number // 2,
            game=GAME,
            open_s=1800,
            chair_s=9 * 1800,
            seat_s=players * 1800,
        )
        for number in range(2 * hours)
    )


def test_a_room_is_forecast_from_its_own_weeks_only() -> None:
    room = Room.objects.create(name="Riverside")
    other = Room.objects.create(name="Harbor")
    for week in (1, 2, 3):
        write_evening(room, week, 6)
        write_evening(other, week, 99)
    write_evening(room, 0, 9, hours=2)
    with CaptureQueriesContext(connection) as queries:
        forecast = room_forecast(room.pk, NOW)
    assert len(queries) == 1
    assert [f"{begins:%H:%M}" for begins in forecast.begins] == ["20:30", "21:00", "21:30", "22:00"]
    [game] = forecast.games
    assert (game.game, game.seats) == (GAME, 9)
    assert game.player_s == (9 * 1800,) * 4


def test_two_weeks_are_too_few() -> None:
    room = Room.objects.create(name="Riverside")
    for week in (1, 2):
        write_evening(room, week, 6)
    forecast = room_forecast(room.pk, NOW)
    assert (forecast.weeks, forecast.is_known, forecast.games) == (2, False, ())
    with pytest.raises(CommandError, match="of at least 3 weeks"):
        call_command("forecast", room="Riverside")
    with pytest.raises(CommandError, match="No room"):
        call_command("forecast", room="Riverbank")


def test_the_error_is_measured_against_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    room = Room.objects.create(name="Riverside")
    for week in range(5):
        write_evening(room, week, 8)
    call_command("forecast", room="Riverside", measure=True)
    lines = capsys.readouterr().out.splitlines()
    assert "Riverside: " in lines[0]
    assert lines[1].startswith("  30 min ahead: tables of a game 0.00 (")
    assert len(lines) == 5
