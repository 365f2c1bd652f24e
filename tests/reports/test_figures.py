"""The figures of a simulated night equal those that the tests compute straight from the log."""

import pytest

from reports.figures.dashboard import Dashboard, dashboard
from reports.figures.dealt import dealt_by
from reports.figures.ranges import Range, day_at
from reports.figures.sheets import sheets
from reports.models import Hour
from simulation.night import Night
from tables.models import Table
from tests.reports.log import Plain, hour

pytestmark = pytest.mark.django_db
SUMS = (
    "hands",
    "partial",
    "misdeals",
    "open_s",
    "seat_s",
    "chair_s",
    "rake",
    "jackpot",
    "time",
)


@pytest.fixture(scope="module")
def plain(night: Night) -> Plain:
    return Plain(night.house.room, night.now)


@pytest.fixture(scope="module")
def asked(night: Night) -> Range:
    day = day_at(night.house.room, night.now)
    return Range(room=night.house.room, first=day, last=day)


@pytest.fixture(scope="module")
def found(asked: Range) -> Dashboard:
    return dashboard(asked)


@pytest.mark.parametrize("name", SUMS)
def test_each_sum_is_what_the_log_says(
    plain: Plain, asked: Range, found: Dashboard, name: str
) -> None:
    """All together, and by table, hour, dealer and game, and by all four."""
    tables = dict(Table.objects.filter(room=asked.room).values_list("pk", "name"))
    rows = {
        (tables[row.table_id], row.hour, row.dealer, row.game): 0
        for row in Hour.objects.filter(room=asked.room)
    }
    for row in Hour.objects.filter(room=asked.room):
        rows[tables[row.table_id], row.hour, row.dealer, row.game] += getattr(row, name)
    cells = {
        (table, hour(at), dealer, game): amount
        for (table, at, dealer, game), amount in plain.by(
            name, "table", "hour", "dealer", "game"
        ).items()
    }
    assert {key: amount for key, amount in rows.items() if amount} == cells
    assert getattr(found.total, name) == sum(cells.values())
    for column in ("game", "dealer", "table", "hour"):
        by = dealt_by(asked, column)
        mine = {key[0]: getattr(one, name) for key, one in by.items() if getattr(one, name)}
        if column == "table":
            mine = {tables[key]: amount for key, amount in mine.items()}
        if column == "hour":
            mine = {int(key.timestamp()): amount for key, amount in mine.items()}
        assert mine == {key[0]: amount for key, amount in plain.by(name, column).items()}, column


def test_the_night_is_worth_counting(plain: Plain, found: Dashboard) -> None:
    assert found.total.hands > 30
    assert found.total.drop > 0
    assert len(plain.by("hands", "hour")) == 2
    assert len(plain.by("hands", "game")) > 3


def test_sheets_have_a_value_for_each_column(found: Dashboard) -> None:
    for one in sheets(found):
        for row in (*one.rows, *([one.total] if one.total else [])):
            assert len(row) == len(one.columns), one.key
