"""Reports, as a program reads them: the same sheets as pages and files have."""

from datetime import UTC, datetime, timedelta

import pytest

from reports.figures.dashboard import dashboard
from reports.figures.ranges import day_at, of_day, shift_at
from reports.figures.sheets import sheets
from reports.rolling.room import room_roll
from tests.api.conftest import Make
from tests.api.house import House

pytestmark = pytest.mark.db


def test_a_shift_is_as_the_pages_have_it(house: House, program: Make) -> None:
    room, now = house.game.table.room, house.game.now
    room_roll(room, until=now + timedelta(hours=1))
    asked = shift_at(room, now)
    at = f"rooms/{room.pk}/reports/"
    query = {"first": f"{asked.first}", "last": f"{asked.last}", "shift": asked.shift}
    told = program("supervisor").get(at, **query)
    assert told.status_code == 200, told.content
    made = sheets(dashboard(asked))
    assert [one["key"] for one in told.json()["sheets"]] == [one.key for one in made]
    for said, sheet in zip(told.json()["sheets"], made, strict=True):
        assert [one["key"] for one in said["columns"]] == [one.key for one in sheet.columns]
        assert len(said["rows"]) == len(sheet.rows)
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


@pytest.mark.parametrize(
    "query",
    [
        "",
        "first=2026-11-21",
        "first=2026-11-21&last=2026-11-20",
        "first=2025-01-01&last=2026-11-21",
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
