"""A simulated year, in small: what is read from months is what is read from days."""

from dataclasses import replace
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from reports.figures.dashboard import dashboard
from reports.figures.dealt import added, dealt_by, whole_months
from reports.figures.ranges import Range
from reports.figures.sheets import sheets
from reports.models import StoredReport
from tables.models import Room

LAST = date(2026, 3, 10)


@pytest.mark.django_db
def test_a_year_and_its_months() -> None:
    said = StringIO()
    call_command("simulate_year", tables=1, days=45, until=LAST.isoformat(), stdout=said)
    room = Room.objects.get(name="Simulated year")
    assert "45 days until 2026-03-10" in said.getvalue()
    stored = StoredReport.objects.filter(room=room, before=None)
    assert {one.day for one in stored} == {LAST - timedelta(days=back) for back in range(3)}
    assert {one.shift for one in stored} >= {"", "swing"}, "there is something to open and to close"
    asked = Range(room=room, first=LAST - timedelta(days=44), last=LAST)
    assert whole_months(asked) == (date(2026, 2, 1), date(2026, 3, 1))
    by_day: dict[str, list[object]] = {}
    for (_, dealer), one in dealt_by(asked, "day", "dealer").items():
        by_day.setdefault(dealer, []).append(one)
    by_month = dealt_by(asked, "dealer")
    assert {key: (one.hands, one.open_s, one.n, one.dd) for (key,), one in by_month.items()} == {
        dealer: (one.hands, one.open_s, one.n, one.dd)
        for dealer, rows in by_day.items()
        for one in [added(rows)]  # type: ignore[arg-type]
    }
    found = dashboard(asked)
    assert found.dealers
    assert found.total.hands == sum(one.hands for one in by_month.values())
    assert all(
        one.rows for one in sheets(found) if one.key not in ("overrides", "reasons", "silences")
    )
    swing = dashboard(replace(asked, shift="swing")).total
    assert 0 < swing.hands < found.total.hands
    with pytest.raises(CommandError, match="has tables already"):
        call_command("simulate_year", stdout=said)


def test_months_that_lie_whole_in_some_days() -> None:
    room = Room(name="R")

    def whole(first: str, last: str) -> object:
        days = (date.fromisoformat(first), date.fromisoformat(last))
        return whole_months(Range(room=room, first=days[0], last=days[1]))

    assert whole("2026-01-31", "2026-02-28") == (date(2026, 2, 1), date(2026, 3, 1))
    assert whole("2026-01-01", "2026-12-31") == (date(2026, 1, 1), date(2027, 1, 1))
    assert whole("2026-01-02", "2026-01-31") is None
    assert whole("2026-01-02", "2026-02-27") is None
