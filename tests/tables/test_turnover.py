"""How fast a game is dealt: a table's own pace, and the typical pace of the room."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from poker import commands as c
from poker.view.model import RotationGameView, RotationView, present
from tables import pace
from tables.models import HourlyHandCount, TypicalPace
from tables.pace import HandsStarted
from tests.support.room import NOW, TableDriver, create_room

MINUTE = timedelta(minutes=1)
NINE = NOW.replace(minute=0) + 60 * MINUTE  # the next full hour


def test_hands_per_hour_needs_twenty_minutes() -> None:
    assert HandsStarted(12, NOW, NOW + 19 * MINUTE).per_hour(NOW + 19 * MINUTE) is None
    assert HandsStarted(1, NOW, NOW).per_hour(NOW + 40 * MINUTE) is None
    assert HandsStarted(11, NOW, NOW + 20 * MINUTE).per_hour(NOW + 20 * MINUTE) == 30
    assert HandsStarted(29, NOW, NOW + 59 * MINUTE).per_hour(NOW + 59 * MINUTE) == 29


@pytest.fixture
def game(db: None) -> TableDriver:
    room = create_room()
    room.now = NINE - 2 * MINUTE
    room.seat_players(1, 2, 3, 4)
    room.open()
    room.execute(c.SetButton(seat=1))
    return room


def play_hands(game: TableDriver, *minutes: int) -> None:
    """Play hands that all but one player fold at once, at these minutes after nine."""
    for minute in minutes:
        game.now = NINE + minute * MINUTE
        game.execute(c.AwardPot(seats=(2,)))


def stored_turnover(game: TableDriver, minute: int) -> list[tuple[datetime, str, int]]:
    pace.paces_refresh(room_id=game.table.room_id, now=NINE + minute * MINUTE)
    return list(HourlyHandCount.objects.values_list("hour", "game", "hands"))


def test_fully_dealt_hour_is_stored_once(game: TableDriver) -> None:
    play_hands(game, 2, 20, 40, 55)
    assert stored_turnover(game, 59) == [], "the hour is not over"
    assert stored_turnover(game, 61) == stored_turnover(game, 71) == [(NINE, "holdem.split", 4)]
    assert stored_turnover(game, 60 + pace.LOOKBACK_HOURS * 60 + 5) == [(NINE, "holdem.split", 4)]
    assert list(TypicalPace.objects.values_list("game", "hands", "hours")) == [
        ("holdem.split", 4, 1)
    ]


@pytest.mark.parametrize("minutes", [(11, 30, 55), (2, 30, 49)], ids=["late", "early"])
def test_incomplete_hour_is_not_stored(game: TableDriver, minutes: tuple[int, ...]) -> None:
    play_hands(game, *minutes)
    assert stored_turnover(game, 61) == []


def test_typical_pace_needs_enough_hours(game: TableDriver) -> None:
    pk = game.table.pk
    hours = [NINE - n * pace.HOUR for n in range(pace.MIN_HOURS)]
    for n, hour in enumerate(hours[1:], 26):
        HourlyHandCount.objects.create(table_id=pk, hour=hour, game="holdem.split", hands=n)
    stored_turnover(game, 10)
    assert pace.typical_pace(game.table.room_id) == {}
    HourlyHandCount.objects.create(table_id=pk, hour=hours[0], game="holdem.split", hands=60)
    stored_turnover(game, 10)
    assert pace.typical_pace(game.table.room_id) == {"holdem.split": 30.5}, (
        "the median of nine and a wild one"
    )


def test_hours_and_turnover_are_compared_and_rebuilt(game: TableDriver, capsys: Any) -> None:
    def command_output(command: str) -> str:
        with suppress(CommandError):
            call_command(command)
        return str(capsys.readouterr().out)

    play_hands(game, 2, 20, 40, 55, 70)
    rows = stored_turnover(game, 71)
    usual = list(TypicalPace.objects.values_list("game", "hands", "hours"))
    assert rows == [(NINE, "holdem.split", 4)]
    assert "DIFFERS" not in command_output("verify_journal")
    assert command_output("rebuild_pictures") == "", "nothing differs"
    HourlyHandCount.objects.update(hands=50)
    assert "hours of hands: 1 don't match the log" in command_output("verify_journal")
    assert "rebuilt" in command_output("rebuild_pictures")
    TypicalPace.objects.update(hands=50)
    assert "usual pace: 2 don't match the hourly figures" in command_output("verify_journal")
    command_output("rebuild_pictures")
    HourlyHandCount.objects.all().delete()
    TypicalPace.objects.all().delete()
    assert "hourly hand counts: 1 missing" in command_output("rebuild_pictures")
    assert list(HourlyHandCount.objects.values_list("hour", "game", "hands")) == rows
    assert list(TypicalPace.objects.values_list("game", "hands", "hours")) == usual
    assert "DIFFERS" not in command_output("verify_journal")


def test_game_name_is_the_same_in_log_and_view(game: TableDriver) -> None:
    game.table.stream.refresh_from_db()
    view = game.table.view
    assert pace.dealt_at(present(view.game), view.rotation) == "holdem.split"
    games = [RotationGameView("holdem", "Hold'em"), RotationGameView("razz", "Razz")]
    mixed = RotationView(games, leg=0, by="hands", count=1, hands=0, of=1, since=0)
    assert pace.dealt_at(present(view.game), mixed) == "holdem+razz"
