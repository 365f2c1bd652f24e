"""The figures of a simulated night equal those that the tests compute straight from the log."""

from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from scipy import stats

from reports.figures.calls import calls_by, facts_of, overrides
from reports.figures.dashboard import Dashboard, dashboard
from reports.figures.hands import added, dealt, dealt_by
from reports.figures.ranges import ReportRange, day_at
from reports.figures.sheets import calls, reasons, sheet, sheets
from reports.figures.sheets import overrides as overridden
from reports.models import DayDealer, DayTable, Hour, MonthDealer
from rulings.models import Call, Incident, Ruling
from tables.models import Room, Staff, Table
from tests.reports.conftest import BEGINS, Past
from tests.reports.log import Plain, calls_of, hour, waits_of

pytestmark = pytest.mark.django_db
SUMS = (
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
def plain(night: Past) -> Plain:
    return Plain(night.house.room, night.now)


@pytest.fixture(scope="module")
def asked(night: Past) -> ReportRange:
    day = day_at(night.house.room, night.now)
    return ReportRange(room=night.house.room, first=day, last=day)


@pytest.fixture(scope="module")
def found(asked: ReportRange) -> Dashboard:
    return dashboard(asked)


@pytest.mark.parametrize("name", SUMS)
def test_each_sum_is_what_the_log_says(
    plain: Plain, asked: ReportRange, found: Dashboard, name: str
) -> None:
    """All together, and by table, hour, dealer and game, and by all four."""
    assert sum(plain.sums[name].values()) > 0, "nothing equals nothing"
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
        mine = {key[0]: getattr(stats, name) for key, stats in by.items() if getattr(stats, name)}
        if column == "table":
            mine = {tables[key]: amount for key, amount in mine.items()}
        if column == "hour":
            mine = {int(key.timestamp()): amount for key, amount in mine.items()}
        assert mine == {key[0]: amount for key, amount in plain.by(name, column).items()}, column


def test_the_night_is_worth_counting(plain: Plain, found: Dashboard) -> None:
    assert found.total.hands > 30
    assert found.total.partial >= 3
    assert (found.total.misdeals, found.total.undone) >= (2, 2)
    assert found.total.drop > 0
    assert len(plain.by("hands", "hour")) == 2
    assert len(plain.by("hands", "game")) > 3


def test_sheets_have_a_value_for_each_column(found: Dashboard) -> None:
    for one in sheets(found):
        assert sheet(found, one.key) == one
        for row in (*one.rows, *([one.total] if one.total else [])):
            assert len(row) == len(one.columns), one.key
    assert sheet(found, "nothing") is None


def test_floor_calls_are_those_of_the_log(
    night: Past, asked: ReportRange, found: Dashboard
) -> None:
    told = calls_of(night.house.room)
    calls = [call for call in told if call.decision != "dealer"]
    assert len(calls) > 5
    assert found.remedies == len(told) - len(calls)
    assert len(found.each_call) == len(told)
    assert any(call.decision == "overridden" for call in calls)
    assert found.calls_total.n == len(calls)
    assert found.calls_total.hands == found.total.hands
    assert found.calls_total.here == tuple(sorted(c.here for c in calls if c.here is not None))
    over = [call for call in calls if call.decision == "overridden"]
    assert (found.calls_total.overridden, len(found.overrides)) == (len(over), len(over))
    assert found.reasons == {"other": len(over)}, "a night's supervisors write, and choose none"
    tables = dict(Table.objects.filter(room=asked.room).values_list("name", "pk"))
    by = calls_by(asked, {"key": {}, "game": {}, "dealer": {}, "table": {}})
    for name, groups in by.items():
        mine = {
            stats.key: (stats.n, stats.here, stats.closed, stats.overridden) for stats in groups
        }
        theirs = dict[Any, Any]()
        for key in {getattr(call, name) for call in calls}:
            some = [call for call in calls if getattr(call, name) == key]
            theirs[tables[key] if name == "table" else key] = (
                len(some),
                tuple(sorted(call.here for call in some if call.here is not None)),
                tuple(sorted(call.closed for call in some if call.closed is not None)),
                sum(call.decision == "overridden" for call in some),
            )
        assert mine == theirs, name
    hours = Counter(int(call_fact.at.timestamp()) // 3600 * 3600 for call_fact in facts_of(asked))
    assert hours == Counter(call.hour for call in told)


def test_each_call_has_its_entry_and_its_ruling(found: Dashboard) -> None:
    """By which a report leads to replay and to the ruling."""
    for call_row in found.each_call:
        assert call_row.entry is not None
        call = Call.objects.get(
            table__name=call_row.table, room=found.report_range.room, seq=call_row.entry
        )
        assert (call.hand, call.called_at.replace(microsecond=0)) == (call_row.hand, call_row.at)
        ruling = Ruling.objects.filter(call=call).first()
        assert (call_row.ruling, call_row.number) == (
            (ruling.pk, ruling.number) if ruling else (None, "")
        )
    assert [call_row for call_row in found.each_call if call_row.decision == "overridden"] == list(
        found.overrides
    )


def test_waits_are_those_of_the_lists_log(night: Past, found: Dashboard) -> None:
    theirs = waits_of(night.house.room, night.now)
    assert sum(len(waits) for *_, waits in theirs.values()) > 10
    mine = {
        waits.key: (waits.added, waits.seated, waits.left, list(waits.waits))
        for waits in found.waits
    }
    assert mine == theirs
    assert found.waits_total.added == sum(number[0] for number in theirs.values())


def test_incidents_are_all_there(night: Past, found: Dashboard) -> None:
    rows = Incident.objects.filter(table__room=night.house.room)
    assert len(rows) > 3
    mine = {
        (incident_stats.category, incident_stats.severity): incident_stats.n
        for incident_stats in found.incidents
    }
    assert mine == Counter(rows.values_list("category", "severity"))


def test_overrides_by_what_was_chosen_and_what_is_cut_says_so(
    asked: ReportRange, found: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ["facts differ: the river lay", "house exception", "Facts differ", ""]
    facts = list(facts_of(asked)[:4])
    facts_of(asked).update(decision="accepted")
    for fact, reason in zip(facts, text, strict=True):
        fact.decision, fact.reason = "overridden", reason
        fact.save()
    of = dashboard(asked)
    assert [row[:3] for row in reasons(of).rows] == [
        ("Other", 2, 0.5),
        ("Facts differ", 1, 0.25),
        ("House exception", 1, 0.25),
    ]
    assert overridden(of).note == ""
    monkeypatch.setattr("reports.figures.dashboard.overrides", lambda all_: overrides(all_, 3))
    assert "Newest 3; 1 more" in overridden(dashboard(asked)).note


@pytest.mark.parametrize("column", ["game", "table", "dealer", "shift"])
def test_a_narrower_range_is_its_part(asked: ReportRange, found: Dashboard, column: str) -> None:
    """Each group asked for itself is the group of the whole; and so is a while of the same hours."""
    for (key,), part in dealt_by(asked, column).items():
        if key == "":
            continue
        narrow = replace(asked, **{column: key})
        total = dashboard(narrow).total
        assert [getattr(total, name) for name in SUMS] == [getattr(part, name) for name in SUMS]
        assert total.pace.value == pytest.approx(part.pace.value)
    report_range = ReportRange(room=asked.room, since=BEGINS, until=BEGINS + timedelta(hours=2))
    assert dashboard(report_range).total == found.total


def test_both_ways_to_the_sums_of_products_agree(asked: ReportRange) -> None:
    """Those that are stored by the day, and those that are made from hours."""
    by_day = dealt(asked)
    by_hour = added(dealt_by(asked, "hour").values())
    assert by_day == by_hour
    assert by_day.n == sum(
        bool(row.hands or row.open_s or row.rake or row.jackpot or row.time)
        for row in Hour.objects.filter(room=asked.room)
    )


def test_rake_and_drop_by_the_hour_have_the_interval_of_the_logs_clusters(
    plain: Plain, found: Dashboard
) -> None:
    """Each from its own sums; the rake is a part of the drop."""
    cells = {
        at for name in ("hands", "open_s", "rake", "jackpot", "time") for at in plain.sums[name]
    }
    for rate, of in (
        (found.total.rake_rate, ("rake",)),
        (found.total.take, ("rake", "jackpot", "time")),
    ):
        rows = [
            (sum(plain.sums[name][at] for name in of), plain.sums["open_s"][at]) for at in cells
        ]
        rows = [
            row for row, at in zip(rows, cells, strict=True) if any(row) or plain.sums["hands"][at]
        ]
        money, seconds = (sum(row[position] for row in rows) for position in (0, 1))
        spread = sum((got - money / seconds * took) ** 2 for got, took in rows)
        error = (len(rows) / (len(rows) - 1) * spread) ** 0.5 / seconds
        half = float(stats.t.ppf(0.975, len(rows) - 1)) * error * 3600
        value = money / seconds * 3600
        assert rate.value == pytest.approx(value)
        assert (rate.low, rate.high) == pytest.approx((max(0, value - half), value + half))
    assert 0 < (found.total.rake_rate.value or 0) <= (found.total.take.value or 0)


def test_sums_that_were_stored_before_rake_had_its_own_are_filled(asked: ReportRange) -> None:
    """What the migration does to rows of before."""
    kinds = (DayTable, DayDealer, MonthDealer)
    before = [list(kind.objects.order_by("pk").values_list("pk", "rr", "rt")) for kind in kinds]
    assert all(any(rr for _, rr, _ in rows) for rows in before)
    for kind in kinds:
        kind.objects.update(rr=0, rt=0)
    migration = import_module("reports.migrations.0008_rake")
    migration.products_fill(apps, connection.schema_editor())
    after = [list(kind.objects.order_by("pk").values_list("pk", "rr", "rt")) for kind in kinds]
    assert after == before


def test_rulings_without_a_proposal_override_none(asked: ReportRange) -> None:
    """Somebody rules where the house's rule says nothing: no proposal is overridden, and nothing fails."""
    facts_of(asked).update(decision="overridden", proposal=False, key="premature_turn")
    call_fact = facts_of(asked)[0]
    facts_of(asked).filter(pk=call_fact.pk).update(decision="accepted", proposal=True)
    of = dashboard(asked)
    assert of.calls_total.overridden > of.calls_total.proposals == 1
    assert of.calls_total.override_share.value == 0
    (row,) = calls(of).rows
    assert row[-4:-1] == (0, 1, 0.0)


def test_the_same_weekday_of_the_weeks_before(night: Past, asked: ReportRange) -> None:
    assert asked.first is not None
    later = replace(
        asked, first=asked.first + timedelta(weeks=2), last=asked.first + timedelta(weeks=2)
    )
    then = dashboard(later).previous
    assert then is not None
    assert then.days == (asked.first,)
    assert then.pace.value == dashboard(asked).total.pace.value
    none = dashboard(asked).previous
    assert none is not None
    assert none.days == ()
    assert none.pace.value is None
    month = replace(asked, first=asked.first - timedelta(days=30))
    assert dashboard(month).previous is None


def test_the_series_goes_by_the_hour_and_then_by_the_day(
    asked: ReportRange, found: Dashboard
) -> None:
    assert asked.first is not None
    together = [point for point in found.series if not point.game]
    assert [point.at.hour for point in together if isinstance(point.at, datetime)] == [21, 22]
    assert sum(point.dealt.hands for point in together) == found.total.hands
    each = [point for point in found.series if point.game]
    assert sum(point.dealt.hands for point in each) == found.total.hands
    week = dashboard(replace(asked, first=asked.first - timedelta(days=6)))
    assert [point.at for point in week.series if not point.game] == [asked.last]


def test_no_dealer_has_a_figure_under_a_hundred_hands(asked: ReportRange, found: Dashboard) -> None:
    assert found.dealers == ()
    room = asked.room
    row = DayDealer.objects.filter(room=room, hands__gt=0)[0]
    day_dealers = DayDealer.objects.filter(room=room, dealer=row.dealer).exclude(pk=row.pk)
    dealt_there = sum(day_dealers.values_list("hands", flat=True))
    DayDealer.objects.filter(pk=row.pk).update(hands=99 - dealt_there)
    assert dashboard(asked).dealers == ()
    DayDealer.objects.filter(pk=row.pk).update(hands=100 - dealt_there)
    (stats,) = dashboard(asked).dealers
    alias = Staff.objects.get(pk=int(row.dealer.removeprefix("staff."))).alias
    assert (stats.key, stats.hands, stats.drop) == (alias, 100, 0), "nothing of money"


def test_an_empty_room_has_no_figure_at_all() -> None:
    room = Room.objects.create(name="Empty")
    day = date(2026, 11, 21)
    none = dashboard(ReportRange(room=room, first=day, last=day))
    assert none.total.pace.value is None
    assert none.total.seat_use is None
    assert none.calls_total.per_1000.value is None
    assert none.waits_total.wait_s.p50 is None
    for empty in sheets(none):
        assert empty.rows == ()


def test_a_range_is_days_or_a_while() -> None:
    room, day = Room(name="R"), date(2026, 11, 21)
    for wrong in (
        {},
        {"first": day},
        {"first": day, "last": day - timedelta(days=1)},
        {"first": day, "last": day, "since": BEGINS, "until": BEGINS + timedelta(hours=1)},
        {"since": BEGINS},
        {"since": BEGINS, "until": BEGINS},
        {"since": BEGINS, "until": BEGINS + timedelta(days=32)},
    ):
        with pytest.raises(ValueError, match=r"\."):
            ReportRange(room=room, **wrong)
