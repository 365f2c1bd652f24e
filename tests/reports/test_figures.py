"""The figures of a simulated night equal those computed directly from the log."""

from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from reports.figures.call_figures import CALLS_BY_IRREGULARITY, OVERRIDES, OVERRIDES_BY_REASON
from reports.figures.calls import calls_by, facts_of, overrides
from reports.figures.dashboard import Dashboard, dashboard
from reports.figures.hand_figures import BY_DAY
from reports.figures.hands import added, dealt, dealt_by
from reports.figures.quantiles import student_quantile
from reports.figures.ranges import ReportRange, day_at
from reports.figures.seat_figures import FILL_BY_HOUR
from reports.figures.sheets import LAYOUTS, sheet, sheets
from reports.models import DealerDay, TableHour
from reports.pages.definitions import definitions
from rulings.models import Call, Incident, Ruling
from staff.models import Room, Staff
from tables.models import Table
from tests.reports.log import LogTotals, hour_of, logged_calls, logged_waits
from tests.support.report_fixtures import BEGINS, SimulatedNight

pytestmark = pytest.mark.django_db
TOTAL_FIELDS = (
    "hands",
    "partial",
    "misdeals",
    "undone",
    "downs",
    "open_s",
    "seat_s",
    "chair_s",
    "rake",
    "jackpot",
    "time",
)


@pytest.fixture(scope="module")
def log_totals(night: SimulatedNight) -> LogTotals:
    return LogTotals(night.house.room, night.now)


@pytest.fixture(scope="module")
def night_range(night: SimulatedNight) -> ReportRange:
    day = day_at(night.house.room, night.now)
    return ReportRange(room=night.house.room, first=day, last=day)


@pytest.fixture(scope="module")
def night_dashboard(night_range: ReportRange) -> Dashboard:
    return dashboard(night_range)


@pytest.mark.parametrize("name", TOTAL_FIELDS)
def test_each_total_matches_the_log(
    log_totals: LogTotals, night_range: ReportRange, night_dashboard: Dashboard, name: str
) -> None:
    """All together, and by table, hour, dealer and game, and by all four."""
    assert sum(log_totals.sums[name].values()) > 0, "nothing equals nothing"
    tables = dict(Table.objects.filter(room=night_range.room).values_list("pk", "name"))
    rows = {
        (tables[row.table_id], row.hour, row.dealer, row.game): 0
        for row in TableHour.objects.filter(room=night_range.room)
    }
    for row in TableHour.objects.filter(room=night_range.room):
        rows[tables[row.table_id], row.hour, row.dealer, row.game] += getattr(row, name)
    cells = {
        (table, hour_of(at), dealer, game): amount
        for (table, at, dealer, game), amount in log_totals.by(
            name, "table", "hour", "dealer", "game"
        ).items()
    }
    assert {key: amount for key, amount in rows.items() if amount} == cells
    assert getattr(night_dashboard.total, name) == sum(cells.values())
    for column in ("game", "dealer", "table", "hour"):
        by = dealt_by(night_range, column)
        report_values = {
            key[0]: getattr(stats, name) for key, stats in by.items() if getattr(stats, name)
        }
        if column == "table":
            report_values = {tables[key]: amount for key, amount in report_values.items()}
        if column == "hour":
            report_values = {int(key.timestamp()): amount for key, amount in report_values.items()}
        assert report_values == {
            key[0]: amount for key, amount in log_totals.by(name, column).items()
        }, column


def test_simulated_night_has_enough_events(
    log_totals: LogTotals, night_dashboard: Dashboard
) -> None:
    assert night_dashboard.total.hands > 20
    assert night_dashboard.total.partial >= 2
    assert (night_dashboard.total.misdeals, night_dashboard.total.undone) >= (2, 2)
    assert night_dashboard.total.drop > 0
    assert len(log_totals.by("hands", "hour")) == 2
    assert len(log_totals.by("hands", "game")) == 3


def test_sheets_have_a_value_for_each_column(night_dashboard: Dashboard) -> None:
    for one in sheets(night_dashboard):
        assert sheet(night_dashboard, one.key) == one
        for row in (*one.rows, *([one.total] if one.total else [])):
            assert len(row) == len(one.columns), one.key
    assert sheet(night_dashboard, "nothing") is None


def test_definitions_page_has_each_figure_with_a_definition() -> None:
    listed = definitions()
    assert len({definition.name for definition in listed}) == len(listed)
    for layout in (*LAYOUTS, FILL_BY_HOUR, BY_DAY):
        for figure in layout.figures:
            if figure.definition is not None:
                assert figure.definition in listed, (layout.key, figure.key)


def test_floor_calls_match_the_log(
    night: SimulatedNight, night_range: ReportRange, night_dashboard: Dashboard
) -> None:
    calls_in_log = logged_calls(night.house.room)
    calls = [call for call in calls_in_log if call.decision != "dealer"]
    assert len(calls) > 3
    assert night_dashboard.remedies == len(calls_in_log) - len(calls)
    assert len(night_dashboard.each_call) == len(calls_in_log)
    assert any(call.decision == "overridden" for call in calls)
    assert night_dashboard.calls_total.n == len(calls)
    assert night_dashboard.calls_total.hands == night_dashboard.total.hands
    assert night_dashboard.calls_total.here == tuple(
        sorted(c.here for c in calls if c.here is not None)
    )
    over = [call for call in calls if call.decision == "overridden"]
    assert (night_dashboard.calls_total.overridden, len(night_dashboard.overrides)) == (
        len(over),
        len(over),
    )
    assert night_dashboard.reasons == {"other": len(over)}, (
        "a night's supervisors write, and choose none"
    )
    tables = dict(Table.objects.filter(room=night_range.room).values_list("name", "pk"))
    by = calls_by(night_range, {"key": {}, "game": {}, "dealer": {}, "table": {}})
    for name, groups in by.items():
        report_values = {
            stats.key: (stats.n, stats.here, stats.closed, stats.overridden) for stats in groups
        }
        logged_values = dict[Any, Any]()
        for key in {getattr(call, name) for call in calls}:
            group_calls = [call for call in calls if getattr(call, name) == key]
            logged_values[tables[key] if name == "table" else key] = (
                len(group_calls),
                tuple(sorted(call.here for call in group_calls if call.here is not None)),
                tuple(sorted(call.closed for call in group_calls if call.closed is not None)),
                sum(call.decision == "overridden" for call in group_calls),
            )
        assert report_values == logged_values, name
    hours = Counter(
        int(call_fact.at.timestamp()) // 3600 * 3600 for call_fact in facts_of(night_range)
    )
    assert hours == Counter(call.hour for call in calls_in_log)


def test_listed_call_links_to_its_log_entry_and_ruling(night_dashboard: Dashboard) -> None:
    """By which a report leads to replay and to the ruling."""
    for call_row in night_dashboard.each_call:
        assert call_row.entry is not None
        call = Call.objects.get(
            table__name=call_row.table, room=night_dashboard.report_range.room, seq=call_row.entry
        )
        assert (call.hand, call.called_at.replace(microsecond=0)) == (call_row.hand, call_row.at)
        ruling = Ruling.objects.filter(call=call).first()
        assert (call_row.ruling, call_row.number) == (
            (ruling.pk, ruling.number) if ruling else (None, "")
        )
    assert [
        call_row for call_row in night_dashboard.each_call if call_row.decision == "overridden"
    ] == list(night_dashboard.overrides)


def test_waits_match_the_waitlist_log(night: SimulatedNight, night_dashboard: Dashboard) -> None:
    logged_values = logged_waits(night.house.room, night.now)
    assert sum(len(waits) for *_, waits in logged_values.values()) > 10
    report_values = {
        waits.key: (waits.added, waits.seated, waits.left, list(waits.waits))
        for waits in night_dashboard.waits
    }
    assert report_values == logged_values
    assert night_dashboard.waits_total.added == sum(number[0] for number in logged_values.values())


def test_incidents_match_the_recorded_ones(
    night: SimulatedNight, night_dashboard: Dashboard
) -> None:
    rows = Incident.objects.filter(table__room=night.house.room)
    assert len(rows) > 2
    report_values = {
        (incident_stats.category, incident_stats.severity): incident_stats.n
        for incident_stats in night_dashboard.incidents
    }
    assert report_values == Counter(rows.values_list("category", "severity"))


def test_override_reasons_are_grouped_and_truncation_is_stated(
    night_range: ReportRange, night_dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ["facts differ: the river lay", "house exception", "Facts differ", ""]
    facts = list(facts_of(night_range)[:4])
    facts_of(night_range).update(decision="accepted")
    for fact, reason in zip(facts, text, strict=True):
        fact.decision = "overridden"
        fact.reason = reason
        fact.save()
    report = dashboard(night_range)
    assert [row[:3] for row in OVERRIDES_BY_REASON.sheet(report).rows] == [
        ("Other", 2, 0.5),
        ("Facts differ", 1, 0.25),
        ("House exception", 1, 0.25),
    ]
    assert OVERRIDES.note(report) == ""
    monkeypatch.setattr("reports.figures.dashboard.overrides", lambda all_: overrides(all_, 3))
    assert "Newest 3; 1 more" in OVERRIDES.note(dashboard(night_range))


@pytest.mark.parametrize("column", ["game", "table", "dealer", "shift"])
def test_filtered_range_has_its_part_of_the_totals(
    night_range: ReportRange, night_dashboard: Dashboard, column: str
) -> None:
    """Each filtered group equals its part of the total; so does a range of the same hours."""
    for (key,), part in dealt_by(night_range, column).items():
        if key == "":
            continue
        narrow = replace(night_range, **{column: key})
        total = dashboard(narrow).total
        assert [getattr(total, name) for name in TOTAL_FIELDS] == [
            getattr(part, name) for name in TOTAL_FIELDS
        ]
        assert total.pace.value == pytest.approx(part.pace.value)
    report_range = ReportRange(
        room=night_range.room, since=BEGINS, until=BEGINS + timedelta(hours=2)
    )
    assert dashboard(report_range).total == night_dashboard.total


def test_daily_and_hourly_totals_agree(night_range: ReportRange) -> None:
    """Those that are stored by the day, and those that are made from hours."""
    by_day = dealt(night_range)
    by_hour = added(dealt_by(night_range, "hour").values())
    assert by_day == by_hour
    assert by_day.n == sum(
        bool(row.hands or row.open_s or row.rake or row.jackpot or row.time)
        for row in TableHour.objects.filter(room=night_range.room)
    )


def test_hourly_rake_and_drop_intervals_match_the_log(
    log_totals: LogTotals, night_dashboard: Dashboard
) -> None:
    """Each from its own sums; the rake is a part of the drop."""
    cells = {
        at
        for name in ("hands", "open_s", "rake", "jackpot", "time")
        for at in log_totals.sums[name]
    }
    for rate, rate_report in (
        (night_dashboard.total.rake_rate, ("rake",)),
        (night_dashboard.total.take, ("rake", "jackpot", "time")),
    ):
        rows = [
            (sum(log_totals.sums[name][at] for name in rate_report), log_totals.sums["open_s"][at])
            for at in cells
        ]
        rows = [
            row
            for row, at in zip(rows, cells, strict=True)
            if any(row) or log_totals.sums["hands"][at]
        ]
        money, seconds = (sum(row[position] for row in rows) for position in (0, 1))
        spread = sum((amount - money / seconds * time_taken) ** 2 for amount, time_taken in rows)
        error = (len(rows) / (len(rows) - 1) * spread) ** 0.5 / seconds
        half = student_quantile(0.975, len(rows) - 1) * error * 3600
        value = money / seconds * 3600
        assert rate.value == pytest.approx(value)
        assert (rate.low, rate.high) == pytest.approx((max(0, value - half), value + half))
    assert (
        0 < (night_dashboard.total.rake_rate.value or 0) <= (night_dashboard.total.take.value or 0)
    )


def test_ruling_without_a_proposal_is_no_override(night_range: ReportRange) -> None:
    """A ruling without a proposal overrides none, and nothing fails."""
    facts_of(night_range).update(decision="overridden", proposal=False, key="premature_turn")
    call_fact = facts_of(night_range)[0]
    facts_of(night_range).filter(pk=call_fact.pk).update(decision="accepted", proposal=True)
    report = dashboard(night_range)
    assert report.calls_total.overridden > report.calls_total.proposals == 1
    assert report.calls_total.override_share.value == 0
    (row,) = CALLS_BY_IRREGULARITY.sheet(report).rows
    assert row[-4:-1] == (0, 1, 0.0)


def test_report_compares_with_the_same_weekday_of_earlier_weeks(
    night: SimulatedNight, night_range: ReportRange
) -> None:
    assert night_range.first is not None
    later_range = replace(
        night_range,
        first=night_range.first + timedelta(weeks=2),
        last=night_range.first + timedelta(weeks=2),
    )
    previous_weeks = dashboard(later_range).previous
    assert previous_weeks is not None
    assert previous_weeks.days == (night_range.first,)
    assert previous_weeks.pace.value == dashboard(night_range).total.pace.value
    no_weeks = dashboard(night_range).previous
    assert no_weeks is not None
    assert no_weeks.days == ()
    assert no_weeks.pace.value is None
    month = replace(night_range, first=night_range.first - timedelta(days=30))
    assert dashboard(month).previous is None


def test_series_is_hourly_for_a_day_and_daily_for_a_week(
    night_range: ReportRange, night_dashboard: Dashboard
) -> None:
    assert night_range.first is not None
    together = night_dashboard.series
    assert [point.at.hour for point in together if isinstance(point.at, datetime)] == [21, 22]
    assert sum(point.dealt.hands for point in together) == night_dashboard.total.hands
    assert set(night_dashboard.paces) == {game.key for game in night_dashboard.games}
    for game in night_dashboard.games:
        points = night_dashboard.paces[game.key]
        assert sum(point.dealt.hands for point in points) == game.hands
        assert [point.at for point in points] == sorted(point.at for point in points)
        assert not any(point.dealt.drop for point in points), "only what the pace needs"
    week = dashboard(replace(night_range, first=night_range.first - timedelta(days=6)))
    assert [point.at for point in week.series] == [night_range.last]


def test_dealer_needs_a_hundred_hands_for_a_figure(
    night_range: ReportRange, night_dashboard: Dashboard
) -> None:
    assert night_dashboard.dealers == ()
    room = night_range.room
    row = DealerDay.objects.filter(room=room, hands__gt=0)[0]
    day_dealers = DealerDay.objects.filter(room=room, dealer=row.dealer).exclude(pk=row.pk)
    dealt_there = sum(day_dealers.values_list("hands", flat=True))
    DealerDay.objects.filter(pk=row.pk).update(hands=99 - dealt_there)
    assert dashboard(night_range).dealers == ()
    DealerDay.objects.filter(pk=row.pk).update(hands=100 - dealt_there)
    (stats,) = dashboard(night_range).dealers
    alias = Staff.objects.get(pk=int(row.dealer.removeprefix("staff."))).alias
    assert (stats.key, stats.hands, stats.drop) == (alias, 100, 0), "nothing of money"


def test_empty_room_has_no_figures() -> None:
    room = Room.objects.create(name="Empty")
    day = date(2026, 11, 21)
    empty_report = dashboard(ReportRange(room=room, first=day, last=day))
    assert empty_report.total.pace.value is None
    assert empty_report.total.seat_use is None
    assert empty_report.calls_total.per_1000.value is None
    assert empty_report.waits_total.wait_s.p50 is None
    for empty in sheets(empty_report):
        assert empty.rows == ()


def test_invalid_range_is_refused() -> None:
    room = Room(name="R")
    day = date(2026, 11, 21)
    for invalid_range in (
        {},
        {"first": day},
        {"first": day, "last": day - timedelta(days=1)},
        {"first": day, "last": day, "since": BEGINS, "until": BEGINS + timedelta(hours=1)},
        {"since": BEGINS},
        {"since": BEGINS, "until": BEGINS},
        {"since": BEGINS, "until": BEGINS + timedelta(days=32)},
    ):
        with pytest.raises(ValueError, match=r"\."):
            ReportRange(room=room, **invalid_range)
