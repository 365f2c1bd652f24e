"""Reports through the API: the same sheets as on the pages and in the files."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest

from poker.refusal import Refusal
from reports.figures.dashboard import dashboard
from reports.figures.ranges import MAX_DAYS, day_at, of_day
from reports.figures.sheets import sheets
from reports.pages.report_query import range_of
from reports.pages.report_types import KINDS
from reports.rollups.room import calendar_of, room_roll_up
from tests.support.api_fixtures import CreateClient
from tests.support.api_house import House


def test_shift_report_equals_the_page(house: House, create_client: CreateClient) -> None:
    room = house.game.table.room
    now = house.game.now
    room_roll_up(room, until=now + timedelta(hours=1))
    shift = calendar_of(room).at(int(now.timestamp()))
    report_range = of_day(room, shift.day, shift=shift.name)
    at = f"rooms/{room.pk}/reports/"
    query = {
        "first": f"{report_range.first}",
        "last": f"{report_range.last}",
        "shift": report_range.shift,
    }
    message = create_client("supervisor").get(at, **query)
    assert message.status_code == 200, message.content
    report_sheets = sheets(dashboard(report_range))
    assert [row["key"] for row in message.json()["sheets"]] == [
        sheet.key for sheet in report_sheets
    ]
    for text, sheet in zip(message.json()["sheets"], report_sheets, strict=True):
        assert [item["key"] for item in text["columns"]] == [column.key for column in sheet.columns]
        assert len(text["rows"]) == len(sheet.rows)
    [calls] = create_client("manager").get(at, sheet="calls", **query).json()["sheets"]
    assert calls["rows"][0][1] == 1  # the one call of this room


def test_roles_read_their_reports(house: House, create_client: CreateClient) -> None:
    room = house.game.table.room
    day = of_day(room, day_at(room, house.game.now))
    at = f"rooms/{room.pk}/reports/"
    query = {"first": f"{day.first}", "last": f"{day.last}"}
    assert create_client("supervisor").get(at, **query).json()["code"] == "role_may_not"
    assert create_client("surveillance").get(at, **query).status_code == 200
    assert create_client("manager", room=house.other_room).get(at, **query).status_code == 404
    until = datetime(2026, 11, 22, tzinfo=UTC)
    while_ = {"since": (until - timedelta(hours=3)).isoformat(), "until": until.isoformat()}
    assert create_client("manager").get(at, **while_).status_code == 200
    assert create_client("supervisor").get(at, **while_).status_code == 403


def test_pages_and_api_have_the_same_limits(house: House, create_client: CreateClient) -> None:
    """Five years, and not a day more; and no list has more than 200 at a time."""
    api_client = create_client("manager")
    room = house.game.table.room
    last = date(2026, 11, 21)
    for days, is_refused in ((MAX_DAYS, False), (MAX_DAYS + 1, True)):
        first = last - timedelta(days=days - 1)
        query = {"first": f"{first}", "last": f"{last}"}
        response = api_client.get(f"rooms/{room.pk}/reports/", sheet="pace", **query)
        assert response.status_code == (400 if is_refused else 200)
        assert (response.json().get("detail", "").count("1,830 days") == 1) is is_refused
        pages = partial(range_of, KINDS["range"], room, query, house.game.now)
        if is_refused:
            with pytest.raises(Refusal, match="range_long"):
                pages()
        else:
            assert pages().days == MAX_DAYS
    for path in ("tables/", "plaques/", "calls/", "rulings/", "incidents/", "players/"):
        assert api_client.get(path, size=200).status_code == 200, path
        assert api_client.get(path, size=201).json()["code"] == "bad_query", path


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
def test_invalid_range_is_refused(house: House, create_client: CreateClient, query: str) -> None:
    response = create_client("manager").get(f"rooms/{house.room_id}/reports/?{query}")
    assert (response.status_code, response.json()["code"]) == (400, "bad_query")
