"""Charts: well formed, described in text, allowed by the content security policy, and empty without data."""

from xml.etree import ElementTree

import pytest
from django.utils.safestring import SafeString

from reports.charts.areas import GameArea, areas
from reports.charts.dots import MAX_DOTS, axis, dots
from reports.charts.histogram import histogram
from reports.charts.scales import scale, step
from reports.charts.series import ChartPoint, Series, panels, wide
from reports.charts.spans import WaitSpan, spans
from reports.export.short_names import short_name
from reports.pages.table_html import TableCell
from reports.templatetags.report_cells import cells

NAME = '<script>"Stud" & co'
SPOTS = tuple(ChartPoint(at, 25 + at, 20 + at, 30 + at) for at in range(6))
SVG = "{http://www.w3.org/2000/svg}"


def format_number(value: float) -> str:
    return f"{value:g}"


CHARTS = {
    "panels": panels(
        [Series(NAME, SPOTS), Series("NL", SPOTS[:1])],
        format_value=format_number,
        ends=("18:00", "23:00"),
        unit="hands/h",
    ),
    "wide": wide(
        Series(NAME, SPOTS),
        format_value=format_number,
        marks=[(0, "18:00"), (5, "23:00")],
        unit="hands/h",
    ),
    "one": wide(
        Series(NAME, SPOTS[:1]), format_value=format_number, marks=[(0, "18:00")], unit="hands/h"
    ),
    "areas": areas(
        [GameArea(NAME, 40, 90), GameArea("NL", 0.1, 0)], room=80, format_value=format_number
    ),
    "spans": spans([WaitSpan(NAME, 12, 30), WaitSpan("NL", None, None, (3, 9))]),
    "dots": dots([10, 20, 20, 20, 500], [90], median=20, description=NAME),
    "many": dots(list(range(MAX_DOTS + 5)), [90], median=20, description=NAME),
    "axis": axis(),
    "bars": histogram([0, 15, 16, 60, 61, 180, 181, 4000], soon=60, description=NAME),
}


@pytest.mark.parametrize("name", CHARTS)
def test_chart_is_well_formed_and_described(name: str) -> None:
    root = ElementTree.fromstring(CHARTS[name])
    assert root.get("role") == "img"
    assert root.get("aria-label")
    width = float(root.get("width", ""))
    height = float(root.get("height", ""))
    for element in root.iter():
        assert not {"style", "onload", "href"} & set(element.attrib)
        for at, limit in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.get(at, "0")) <= limit + 0.1, (element.tag, element.attrib)


def test_chart_without_data_is_empty() -> None:
    assert panels([], format_value=format_number, ends=("", ""), unit="") == ""
    assert wide(Series("", ()), format_value=format_number, marks=[], unit="") == ""
    assert areas([], room=0, format_value=format_number) == ""
    assert spans([WaitSpan("NL", None, None)]) == ""
    assert histogram([], soon=60, description="") == ""


def test_label_of_a_narrow_bar_is_below_it() -> None:
    games = [
        GameArea("NL 1/3", 24, 97),
        GameArea("LHE 4/8, by streets", 8, 122),
        GameArea("HORSE", 4, 83),
    ]
    html = areas(games, room=99, format_value=lambda value: f"${value:g}")
    text = [element.text for element in ElementTree.fromstring(html).iter(f"{SVG}text")]
    assert text == ["$97", "NL 1/3", "all $99", "Then: LHE 4/8, by streets $122, HORSE $83"]
    assert areas([GameArea("NL", 3, 0)], room=0, format_value=format_number) == "", (
        "nothing was dropped"
    )


def test_each_call_is_a_dot_and_each_override_a_diamond() -> None:
    root = ElementTree.fromstring(CHARTS["dots"])
    assert len(list(root.iter(f"{SVG}circle"))) == 5
    assert len(list(root.iter(f"{SVG}polygon"))) == 1
    assert not list(ElementTree.fromstring(CHARTS["many"]).iter(f"{SVG}circle"))


def test_bar_limits_include_the_whole_minute() -> None:
    root = ElementTree.fromstring(CHARTS["bars"])
    message = [
        element.text for element in root.iter(f"{SVG}text") if element.get("font-weight") == "650"
    ]
    assert message == ["2", "1", "1", "1", "1", "2"]  # 0 and 15; 16; 60; 61; 180; over 3:00


def test_points_with_few_cases_are_hollow() -> None:
    root = ElementTree.fromstring(CHARTS["spans"])
    assert [element.get("fill") for element in root.iter(f"{SVG}circle")].count("#fff") == 2


def test_scale_and_step_handle_edge_values() -> None:
    assert scale(0, 10, 100, 0)(5) == 50
    assert scale(0, 10, 100, 0)(50) == 0
    assert scale(3, 3, 0, 1)(3) == 0
    assert [step(100), step(37, 3), step(0), step(0.03)] == [25, 20, 1, 0.01]
    assert isinstance(CHARTS["areas"], SafeString)


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("No-limit hold'em 1/3", "NL 1/3"),
        ("Limit hold\u2019em 4/8", "LHE 4/8"),
        ("Pot-limit Omaha 1/2", "PLO 1/2"),
        ("Omaha eight-or-better 4/8 with a kill", "O8 4/8 kill"),
        ("Omaha eight-or-better 4/8 with a half-kill", "O8 4/8 half kill"),
        ("Seven-card stud 10/20", "Stud 10/20"),
        ("Stud eight-or-better 10/20", "Stud 8 10/20"),
        ("2-7 triple draw 4/8", "2-7 TD 4/8"),
        ("Friday\u2019s game", "Friday\u2019s game"),
    ],
)
def test_game_names_are_abbreviated(name: str, letters: str) -> None:
    assert short_name(name) == letters


def test_a_density_is_one_element_and_single_calls_are_dots() -> None:
    """A year has thousands of bars."""
    many = dots([number % 150 for number in range(900)], [], median=40, description="m")
    assert many.count("<path") == 1
    assert many.count("M") > 20
    assert "<rect" not in many
    few = dots([10, 20, 20], [90], median=None, description="m")
    assert few.count("<circle") == 3
    assert "<path" not in few


def test_cells_of_a_table_are_escaped_and_linked_for_those_who_may_follow() -> None:
    row = (
        TableCell("<b>T1</b>", link='/reports/?a="1"&b', permission="reports.read_reports"),
        TableCell("5 & 6", "n b"),
    )
    linked = cells(row, ("reports.read_reports",))
    assert linked.startswith(
        '<th scope="row"><a href="/reports/?a=&quot;1&quot;&amp;b">&lt;b&gt;T1'
    )
    assert linked.endswith('<td class="n b">5 &amp; 6</td>')
    assert "<a" not in cells(row, ())
