"""Reports, as a program reads them: the same sheets as pages and files have."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest

from poker.refusal import Refusal
from reports.figures.dashboard import dashboard
from reports.figures.ranges import MAX_DAYS, day_at, of_day, shift_at
from reports.figures.sheets import sheets
from reports.pages.report_query import range_of
from reports.pages.report_types import KINDS
from reports.rollups.room import room_roll_up
from tests.api.conftest import Make
from tests.api.house import House

pytestmark = pytest.mark.db


def test_a_shift_is_as_the_pages_have_it(house: House, program: Make) -> None:
    room, now = house.game.table.room, house.game.now
    room_roll_up(room, until=now + timedelta(hours=1))
    report_range = shift_at(room, now)
    at = f"rooms/{room.pk}/reports/"
    query = {
        "first": f"{report_range.first}",
        "last": f"{report_range.last}",
        "shift": report_range.shift,
    }
    message = program("supervisor").get(at, **query)
    assert message.status_code == 200, message.content
    made = sheets(dashboard(report_range))
    assert [row["key"] for row in message.json()["sheets"]] == [sheet.key for sheet in made]
    for text, sheet in zip(message.json()["sheets"], made, strict=True):
        assert [item["key"] for item in text["columns"]] == [column.key for column in sheet.columns]
        assert len(text["rows"]) == len(sheet.rows)
    [calls] = program("manager").get(at, sheet="calls", **query).json()["sheets"]
    assert calls["rows"][0][1] == 1  # the one call of this room


def test_who_reads_what(house: House, program: Make) -> None:
    room = house.game.table.room
    day = of_day(room, day_at(room, house.game.now))
    at, query = f"rooms/{room.pk}/reports/", {"first": f"{day.first}", "last": f"{day.last}"}
    assert program("supervisor").get(at, **query).json()["code"] == "role_may_not"
    assert program("surveillance").get(at, **query).status_code == 200
    assert program("manager", room=house.other).get(at, **query).status_code == 404
    until = datetime(2026, 11, 22, tzinfo=UTC)
    while_ = {"since": (until - timedelta(hours=3)).isoformat(), "until": until.isoformat()}
    assert program("manager").get(at, **while_).status_code == 200
    assert program("supervisor").get(at, **while_).status_code == 403


def test_pages_and_programs_may_ask_for_as_much(house: House, program: Make) -> None:
    """Five years, and not a day more; and no list has more than 200 at a time."""
    asks, room, last = program("manager"), house.game.table.room, date(2026, 11, 21)
    for days, refused in ((MAX_DAYS, False), (MAX_DAYS + 1, True)):
        first = last - timedelta(days=days - 1)
        query = {"first": f"{first}", "last": f"{last}"}
        answer = asks.get(f"rooms/{room.pk}/reports/", sheet="pace", **query)
        assert answer.status_code == (400 if refused else 200)
        assert (answer.json().get("detail", "").count("1,830 days") == 1) is refused
        pages = partial(range_of, KINDS["range"], room, query, house.game.now)
        if refused:
            with pytest.raises(Refusal, match="range_long"):
                pages()
        else:
            assert pages().days == MAX_DAYS
    for path in ("tables/", "plaques/", "calls/", "rulings/", "incidents/", "players/"):
        assert asks.get(path, size=200).status_code == 200, path
        assert asks.get(path, size=201).json()["code"] == "bad_query", path


@pytest.mark.parametrize(
    "query",
    [
        "",
        "first=2026-11-21",
        "first=2026-11-21&last=2026-11-20",
        "first=20261121&last=20261121",
        "first=2026-11-21&last=2026-11-21&shift=noon",
        "first=2026-11-21&last=2026-11-21&table=99999",
        "first=2026-11-21&last=2026-11-21&sheet=none",
        "first=2026-11-21&last=2026-11-21&dealer=staff.1",  # under 100 hands
        "first=2026-11-21&last=2026-11-21&size=5",
        "since=2026-11-21T00:00:00Z&until=2026-11-21T00:00:00Z",
        "first=2026-11-21&until=2026-11-21T00:00:00Z",
        "first=0001-01-01&last=0001-01-01",
    ],
)
def test_what_is_no_range(house: House, program: Make, query: str) -> None:
    answer = program("manager").get(f"rooms/{house.room_id}/reports/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_query")
