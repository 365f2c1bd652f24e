"""What a shift did differently: figures against the weeks before, what to look at, and the headings of blocks."""

from datetime import date, timedelta
from io import BytesIO
from math import inf

import pytest
from pypdf import PdfReader

from reports.charts.strip import strip
from reports.figures.calls import each_call
from reports.figures.comparison import Change, changes_of, difference_interval
from reports.figures.dashboard import dashboard
from reports.figures.intervals import Rate, poisson
from reports.figures.ranges import ReportRange, of_day
from reports.models import CallFact, OutageHour, TableDay, WaitDay
from tests.support.page_roles import PageContent
from tests.support.report_pages import QUERY, sign_in_role
from tests.support.report_rows import BEGINS, DAY, HOLDEM, SHIFT, SimpleNight, create_night
from tests.support.room import create_staff

WEEK = timedelta(weeks=1)


@pytest.fixture
def rows(db: None) -> SimpleNight:
    return create_night(
        create_staff("dealer", alias="Wren", badge="101"),
        create_staff("dealer", alias="Plover", badge="102"),
    )


def _add_week(rows: SimpleNight, weeks: int, *, hands: int, calls: int = 0) -> date:
    """Add the same shift some weeks before: so many hands in eight table-hours, and calls."""
    day = DAY - weeks * WEEK
    hours = 8
    TableDay.objects.create(
        room=rows.room,
        table=rows.tables[0],
        day=day,
        shift=SHIFT,
        game=HOLDEM,
        hands=hands,
        open_s=hours * 3600,
        rake=300 * hands,
        n=hours,
        hh=sum((hands // hours + step) ** 2 for step in (-3, -2, -1, 0, 0, 1, 2, 3)),
        ht=hands * 3600,
        tt=hours * 3600**2,
    )
    for number in range(calls):
        CallFact.objects.create(
            room=rows.room,
            table=rows.tables[0],
            seq=100 * weeks + number,
            day=day,
            shift=SHIFT,
            at=BEGINS - weeks * WEEK + timedelta(minutes=number),
            game=HOLDEM,
            family="flop",
            key="burn_or_turn",
            status="ruled",
            decision="accepted",
            proposal=True,
            by="Rowan",
        )
    return day


def _changes(rows: SimpleNight, **options: bool):
    return changes_of(dashboard(of_day(rows.room, DAY, shift=SHIFT)), **options)


def test_interval_of_a_difference_follows_from_both_intervals() -> None:
    now = Rate(10, 8, 13, 100)
    before = Rate(7, 6, 9, 90)
    low, high = difference_interval(now, before) or (inf, inf)
    assert low == pytest.approx(3 - (2**2 + 2**2) ** 0.5)
    assert high == pytest.approx(3 + (3**2 + 1**2) ** 0.5)
    assert difference_interval(now, Rate(7, None, None, 1)) is None
    assert difference_interval(None, before) is None
    same = poisson(20, 1000)
    low, high = difference_interval(same, same) or (inf, inf)
    assert low < 0 < high


def test_rank_needs_four_shifts_and_a_figure_beyond_all() -> None:
    assert Change("calls", 34, 21, (21, 20, 19), True).rank == ""
    assert Change("calls", 34, 21, (21, 20, 19, 22), True).rank == "highest"
    assert Change("calls", 22, 21, (21, 20, 19, 22), True).rank == ""
    assert Change("calls", 3, 21, (21, 20, 19, 22), True).rank == "lowest"
    assert not Change("calls", 22, 21, (21, 20, 19, 22), True).is_unusual
    assert Change("calls", 22, 21, (22, 20), True, (0.5, 2.0)).is_unusual


def test_without_an_earlier_shift_nothing_is_compared(rows: SimpleNight) -> None:
    found = _changes(rows)
    assert (found.compared_with, found.days, found.changes) == (None, (), ())


def test_a_shift_is_compared_with_the_one_a_week_ago(rows: SimpleNight) -> None:
    for weeks in range(1, 9):
        _add_week(rows, weeks, hands=240 + weeks, calls=2)
    found = _changes(rows)
    assert found.compared_with == DAY - WEEK
    assert len(found.days) == 8
    by_key = {change.key: change for change in found.changes}
    assert by_key["calls"].now == 11
    assert by_key["calls"].before == 2
    assert by_key["calls"].rank == "highest"
    assert by_key["pace"].before == pytest.approx(241 / 8)
    assert len(by_key["pace"].past) == 8
    assert found.changes[0].is_unusual
    unusual = [change.is_unusual for change in found.changes]
    assert unusual == sorted(unusual, reverse=True), "the least usual first"
    assert "wait" not in by_key, "nobody waited in the weeks before"


def test_without_a_week_ago_the_median_of_the_others_counts(rows: SimpleNight) -> None:
    for weeks, hands in ((2, 160), (3, 240), (5, 320)):
        _add_week(rows, weeks, hands=hands)
    found = _changes(rows)
    assert found.compared_with is None
    pace = next(change for change in found.changes if change.key == "pace")
    assert pace.before == pytest.approx(30)
    assert not pace.is_week_ago
    assert pace.interval is None


def test_an_open_shift_is_not_compared_by_its_sums(rows: SimpleNight) -> None:
    _add_week(rows, 1, hands=240)
    keys = {change.key for change in _changes(rows, is_over=False).changes}
    assert keys == {"pace"}


def test_the_page_says_it_first_then_what_to_look_at(rows: SimpleNight) -> None:
    for weeks in range(1, 9):
        _add_week(rows, weeks, hands=400, calls=1)
    OutageHour.objects.filter(room=rows.room).update(seconds=900)
    client = sign_in_role("manager")
    page = PageContent(client.get(f"/reports/shift/?{QUERY['shift']}"))
    headings = page.names("heading")
    first = "What changed since the same shift a week ago, Fri, Nov 13"
    assert [one for one in headings if one.startswith(first)]
    text = page.text
    assert (
        text.index("What changed")
        < text.index("To look at")
        < text.index("Hands per table-hour, 95%")
    )
    card = page.item("Floor calls")
    assert "11 10 more" in card.text
    assert "1 a week ago. Most of 9 Fridays" in card.text
    look = page.region(page.heading("To look at").text)
    assert "T1: tablet offline for 15 minutes" in look.text
    assert "Not stated: 11, 10 more than a week ago" in look.text
    (link,) = [one for one in look.links() if "10 more than" in one.text]
    assert client.get(link.href).status_code == 200
    supervisor = PageContent(sign_in_role("supervisor").get(f"/reports/shift/?{QUERY['shift']}"))
    assert "Not stated: 11" in supervisor.text
    assert not [one for one in supervisor.links() if "10 more than" in one.text]


def test_blocks_have_their_finding_as_the_heading(rows: SimpleNight) -> None:
    _add_week(rows, 1, hands=400)
    page = PageContent(sign_in_role("manager").get(f"/reports/shift/?{QUERY['shift']}"))
    headings = page.names("heading")
    assert any("dealt" in one for one in headings), headings
    assert any(one.startswith("The longest usual wait was") for one in headings)
    assert any("took most an hour" in one for one in headings)


def test_nothing_to_look_at_is_said(rows: SimpleNight) -> None:
    page = PageContent(sign_in_role("manager").get(f"/reports/shift/?{QUERY['shift']}"))
    assert "No earlier shift of this weekday to compare with." in page.text
    assert "Nothing out of the usual." in page.text


def test_other_reports_have_no_changes(rows: SimpleNight) -> None:
    _add_week(rows, 1, hands=240)
    page = PageContent(sign_in_role("manager").get(f"/reports/day/?{QUERY['day']}"))
    assert "What changed" not in page.text


def test_hostile_names_of_games_are_text(rows: SimpleNight) -> None:
    name = '<script>alert("1")</script> صالة 大'
    WaitDay.objects.filter(game=HOLDEM).update(game=name[:60])
    html = sign_in_role("manager").get(f"/reports/shift/?{QUERY['shift']}").content.decode()
    assert "<script>alert" not in html


@pytest.mark.parametrize("values", [(0, (0, 0)), (5, (1, 2, 3)), (-1, (4,))])
def test_strip_draws_equal_and_extreme_values(values: tuple[float, tuple[float, ...]]) -> None:
    now, past = values
    drawing = strip(now, past, before=past[0], color="#1b6b52", description="m")
    assert drawing.count("<circle") == len(past) + 1
    assert "nan" not in drawing


@pytest.mark.release
def test_pdfs_of_a_shift_and_a_day_are_short_and_leave_single_calls_to_the_files(
    rows: SimpleNight,
) -> None:
    for weeks in range(1, 6):
        _add_week(rows, weeks, hands=400, calls=1)
    client = sign_in_role("manager")
    document = PdfReader(BytesIO(client.get(f"/reports/shift.pdf?{QUERY['shift']}").content))
    text = " ".join(page.extract_text() for page in document.pages)
    assert "What changed since the same shift a week ago" in text
    assert "Most of 6 Fridays" in text
    assert "Calls, one by one" not in text
    assert "The CSV and XLSX files list each call." in text
    day = PdfReader(BytesIO(client.get(f"/reports/day.pdf?{QUERY['day']}").content))
    text = " ".join(page.extract_text() for page in day.pages)
    assert "Calls, one by one" not in text
    assert "Pace over the range" in text
    assert len(day.pages) <= 2
    width, height = (float(size) for size in day.pages[0].mediabox[2:])
    assert width < height, "portrait"


def test_the_newest_calls_of_a_long_range_are_those_of_its_last_days(rows: SimpleNight) -> None:
    for weeks in range(1, 5):
        _add_week(rows, weeks, hands=100, calls=3)
    year = ReportRange(room=rows.room, first=DAY - timedelta(days=364), last=DAY)
    everything = each_call(year)
    assert len(everything) == 23
    for most in (1, 11, 12, 14, 23):
        assert each_call(year, most) == everything[:most], most


def test_a_difference_that_rounds_to_nothing_is_the_same(rows: SimpleNight) -> None:
    _add_week(rows, 1, hands=228, calls=11)
    CallFact.objects.filter(day=DAY - WEEK, seq=100).update(decision="overridden")
    page = PageContent(sign_in_role("manager").get(f"/reports/shift/?{QUERY['shift']}"))
    assert "the same" in page.item("Floor calls").text
    assert "the same" in page.item("Proposals overridden").text
    assert "0 points" not in page.text
