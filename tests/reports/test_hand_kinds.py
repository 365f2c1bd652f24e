"""Hands by their kind: the rows of a night, equal to those counted from the log, and their figures."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from journal.models import Entry
from poker import events as e
from poker.timeline import Timeline
from reports.export.csv_file import csv_bytes
from reports.figures.dashboard import dashboard
from reports.figures.hand_kinds import HandKinds, KindStats, hand_kinds
from reports.figures.hands import dealt_by
from reports.figures.kind_figures import HANDS_BY_KIND
from reports.figures.quantiles import student_quantile
from reports.figures.ranges import ReportRange, day_at
from reports.models import HandKindDay, HandKindHour
from reports.pages.blocks import kinds
from tables.models import Table
from tables.table_log import batches
from tests.support.report_fixtures import BEGINS, SimulatedNight

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night_range(night: SimulatedNight) -> ReportRange:
    day = day_at(night.house.room, night.now)
    return ReportRange(room=night.house.room, first=day, last=day)


def logged_hands(table: Table) -> Iterator[tuple[str, int]]:
    """Yield the kinds of each finished hand of a table and its seconds, without undone ones, from its log."""
    entries = list(Entry.objects.filter(stream=table.pk).order_by("seq"))
    times = {entry.command_id: int(entry.at.timestamp()) for entry in entries}
    logged = list(batches(entries))
    undone = {
        event.command for batch in logged for event in batch.events if isinstance(event, e.Undone)
    }
    timeline = Timeline()
    began = 0
    for batch in logged:
        before = timeline.table.hand
        timeline.then(batch)
        if isinstance(batch.events[0], e.HandStarted) and batch.command_id not in undone:
            began = times[batch.command_id]
        ends = any(isinstance(event, e.HandEnded) for event in batch.events)
        if ends and batch.command_id not in undone:
            assert before is not None
            keys = ",".join(kind.kind for kind in before.kinds)
            yield keys, times[batch.command_id] - began


def test_hands_and_seconds_match_the_log(night: SimulatedNight, night_range: ReportRange) -> None:
    for table in Table.objects.filter(room=night.house.room):
        sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for keys, seconds in logged_hands(table):
            sums[keys][0] += 1
            sums[keys][1] += seconds
        rows: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for row in HandKindHour.objects.filter(table=table, hands__gt=0):
            rows[row.kinds][0] += row.hands
            rows[row.kinds][1] += row.seconds
        assert rows == sums
    assert HandKindHour.objects.exclude(kinds="").exists(), "there is something to tell apart"


def test_kinds_add_up_to_the_hands_and_rake_of_tables(
    night: SimulatedNight, night_range: ReportRange
) -> None:
    for of_table in (None, *Table.objects.filter(room=night.house.room)):
        narrow = replace(night_range, table=of_table.pk if of_table else None)
        dealt = dashboard(narrow).total
        total = hand_kinds(narrow).total
        assert (total.hands, total.rake, total.jackpot) == (dealt.hands, dealt.rake, dealt.jackpot)
    assert hand_kinds(night_range).total.seconds > 0


def test_days_equal_their_hours(night: SimulatedNight, night_range: ReportRange) -> None:
    """Days are of the whole room; a range of hours and the parts of dealers and tables read hours."""
    whole = hand_kinds(night_range)
    hours = ReportRange(room=night.house.room, since=BEGINS, until=BEGINS + timedelta(hours=2))
    assert hand_kinds(hours) == whole
    for column in ("dealer", "game", "shift"):
        parts = [
            hand_kinds(replace(night_range, **{column: key})).total.hands
            for (key,) in dealt_by(night_range, column)
            if key
        ]
        assert sum(parts) == whole.total.hands, column
    assert whole.total.n == HandKindHour.objects.filter(room=night.house.room).count()
    assert HandKindDay.objects.filter(room=night.house.room).count() < whole.total.n


def test_hands_of_two_kinds_are_in_both_rows_and_once_in_the_total(
    night: SimulatedNight, night_range: ReportRange
) -> None:
    cells = HandKindHour.objects.filter(room=night.house.room, hands__gt=0).order_by("pk")
    first, second = cells.filter(kinds="")[:2]
    HandKindHour.objects.filter(pk=first.pk).update(kinds="bomb_pot,run_twice")
    HandKindHour.objects.filter(pk=second.pk).update(kinds="bomb_pot")
    narrow = ReportRange(room=night.house.room, since=BEGINS, until=BEGINS + timedelta(hours=2))
    found = hand_kinds(narrow)
    by_key = {stats.key: stats for stats in found.kinds}
    assert by_key["bomb_pot"].hands == first.hands + second.hands
    assert by_key["run_twice"].hands == first.hands
    assert by_key["run_twice"].seconds == first.seconds
    assert found.total.hands == dashboard(night_range).total.hands
    keys = [stats.key for stats in found.kinds]
    assert keys.index("") == 0
    assert keys.index("bomb_pot") < keys.index("run_twice")
    assert "" not in [stats.key for stats in found.special]


def test_interval_of_the_time_comes_from_the_hours() -> None:
    """Three hours of 10, 20 and 30 hands."""
    hours = [(10, 900), (20, 2100), (30, 2400)]
    stats = KindStats(
        hands=60,
        seconds=5400,
        n=3,
        hh=sum(hands * hands for hands, _ in hours),
        hs=sum(hands * seconds for hands, seconds in hours),
        ss=sum(seconds * seconds for _, seconds in hours),
    )
    spread = sum((seconds - 90 * hands) ** 2 for hands, seconds in hours)
    half = student_quantile(0.975, 2) * (3 / 2 * spread) ** 0.5 / 60
    assert stats.time.value == 90
    assert stats.time.margin == pytest.approx((90 + half - max(0, 90 - half)) / 2)
    assert KindStats().time.value is None
    assert KindStats().rake_per_hand is None


def test_sheet_has_a_row_for_each_kind_and_its_page_leads_to_the_hands(
    night_range: ReportRange, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_kinds = HandKinds(
        (
            KindStats(key="", hands=90, seconds=8100, rake=36000),
            KindStats(key="bomb_pot_two_boards", hands=10, seconds=1800, rake=5000),
        ),
        KindStats(hands=100, seconds=9900, rake=41000),
    )
    monkeypatch.setattr("reports.figures.dashboard.hand_kinds", lambda _: of_kinds)
    report = dashboard(night_range)
    sheet = HANDS_BY_KIND.sheet(report)
    assert [row[:4] for row in sheet.rows] == [
        ("Ordinary", 90, 0.9, 90.0),
        ("Bomb pot, two boards", 10, 0.1, 180.0),
    ]
    assert sheet.total is not None
    assert sheet.total[:2] == ("All hands", 100)
    assert b"Bomb pot, two boards" in csv_bytes((sheet,), ())
    ordinary, bomb_pot = kinds(report).rows
    assert ordinary[0].link == ""
    assert bomb_pot[0].link.startswith("/replay/?")
    assert bomb_pot[0].link.endswith("kind=bomb_pot_two_boards#by-kind")
    assert [cell.text for cell in bomb_pot][:4] == [
        "Bomb pot, two boards",
        "10",
        "10.0%",
        "180.0",
    ]


def test_block_of_ordinary_hands_is_a_sentence(
    night_range: ReportRange, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = HandKinds((KindStats(key="", hands=9),), KindStats(hands=9))
    monkeypatch.setattr("reports.figures.dashboard.hand_kinds", lambda _: only)
    block = kinds(dashboard(night_range))
    assert block.rows == ()
    assert block.empty_text == "No bomb pots, straddles, kills or second runs."


def test_no_row_without_a_hand_is_kept(night: SimulatedNight) -> None:
    for row in HandKindHour.objects.filter(room=night.house.room):
        assert row.hands or row.seconds or row.rake or row.jackpot
