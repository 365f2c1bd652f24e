"""Figures read from months equal those read from days."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from reports.figures.dashboard import OF_PACE, dashboard, paces
from reports.figures.hands import added, dealt_by, whole_months
from reports.figures.ranges import ReportRange
from reports.figures.seat_use import hour_fills, lost_seats_of
from reports.figures.sheets import sheets
from reports.models import ArchivedReport, FillMonth, RollupProgress, RoomDay, TableMonth
from reports.rollups.room import fill_long_sums
from staff.models import Room
from tools.bench.report_year import report_year_create

LAST = date(2026, 3, 10)


@pytest.mark.django_db
def test_figures_of_months_equal_those_of_days(monkeypatch: pytest.MonkeyPatch) -> None:
    room = report_year_create("Year", tables=1, days=45, last=LAST)
    reports = ArchivedReport.objects.filter(room=room, before=None)
    assert {report.day for report in reports} == {
        LAST - timedelta(days=days_back) for days_back in range(3)
    }
    assert {report.shift for report in reports} >= {"", "swing"}, (
        "there is something to open and to close"
    )
    report_range = ReportRange(room=room, first=LAST - timedelta(days=44), last=LAST)
    assert whole_months(report_range) == (date(2026, 2, 1), date(2026, 3, 1))
    by_day: dict[str, list[object]] = {}
    for (_, dealer), sums in dealt_by(report_range, "day", "dealer").items():
        by_day.setdefault(dealer, []).append(sums)
    by_month = dealt_by(report_range, "dealer")
    assert {
        key: (stats.hands, stats.open_s, stats.n, stats.dd) for (key,), stats in by_month.items()
    } == {
        dealer: (stats.hands, stats.open_s, stats.n, stats.dd)
        for dealer, rows in by_day.items()
        for stats in [added(rows)]  # type: ignore[arg-type]
    }
    _compare_long_sums(report_range)
    year_report = dashboard(report_range)
    _compare_paces(report_range, monkeypatch)
    assert year_report.dealers
    assert year_report.total.hands == sum(stats.hands for stats in by_month.values())
    assert all(
        sheet.rows
        for sheet in sheets(year_report)
        if sheet.key not in ("overrides", "reasons", "silences")
    )
    swing = dashboard(replace(report_range, shift="swing")).total
    assert 0 < swing.hands < year_report.total.hands


def _compare_paces(report_range: ReportRange, monkeypatch: pytest.MonkeyPatch) -> None:
    """The small charts of a long range have a point for seven days, with the same hands and hours."""
    daily = paces(report_range)
    monkeypatch.setattr("reports.figures.dashboard.MOST_DAILY_PACES", 31)
    weekly = paces(report_range)
    assert weekly.keys() == daily.keys()
    for game, points in weekly.items():
        assert len(points) <= 7 < len(daily[game]), "45 days"
        for name in OF_PACE:
            of_weeks, of_days = (
                [getattr(point.dealt, name) for point in one] for one in (points, daily[game])
            )
            assert sum(of_weeks) == pytest.approx(sum(of_days))


def _compare_long_sums(report_range: ReportRange) -> None:
    """Figures from months and room days equal those from table days and half hours, as after an upgrade."""
    progress = RollupProgress.objects.filter(room=report_range.room)
    games = set(TableMonth.objects.values_list("game", flat=True))
    ranges = [report_range, replace(report_range, game=games.pop())]
    ranges.append(replace(report_range, shift="swing"))

    def figures() -> list[object]:
        return [
            (
                dealt_by(narrowed, "table", "game", "shift"),
                dealt_by(narrowed, "day", "game"),
                hour_fills(narrowed),
                lost_seats_of(narrowed),
            )
            for narrowed in ranges
        ]

    long_sums = figures()
    progress.update(has_long_sums=False)
    assert figures() == long_sums
    before = [list(kind.objects.values_list("day", "game")) for kind in (RoomDay, FillMonth)]
    assert all(before)
    RoomDay.objects.filter(game__in=games).delete()
    TableMonth.objects.all().delete()
    FillMonth.objects.update(half_hours=1)
    fill_long_sums(report_range.room)
    assert progress.get().has_long_sums
    assert figures() == long_sums


def test_complete_months_in_a_range() -> None:
    room = Room(name="R")

    def months_in(first: str, last: str) -> object:
        days = (date.fromisoformat(first), date.fromisoformat(last))
        return whole_months(ReportRange(room=room, first=days[0], last=days[1]))

    assert months_in("2026-01-31", "2026-02-28") == (date(2026, 2, 1), date(2026, 3, 1))
    assert months_in("2026-01-01", "2026-12-31") == (date(2026, 1, 1), date(2027, 1, 1))
    assert months_in("2026-01-02", "2026-01-31") is None
    assert months_in("2026-01-02", "2026-02-27") is None
