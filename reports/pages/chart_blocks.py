"""Blocks of a report with a chart above the table of figures."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from reports.charts.areas import GameArea as Part
from reports.charts.areas import areas
from reports.charts.histogram import histogram
from reports.charts.series import ChartPoint, Series, panels, wide
from reports.charts.spans import WaitSpan, spans
from reports.export.display_values import format_time, percents, rounded
from reports.export.short_names import short_name
from reports.figures.call_figures import OVERRIDES, page_of_day
from reports.figures.calls import TARGET_SECONDS
from reports.figures.dashboard import Dashboard, Point
from reports.figures.hand_figures import (
    DROP_BY_GAME,
    DROP_OVER_TIME_PAGE,
    PACE_BY_GAME,
    SEATS_BY_GAME,
    over_time,
)
from reports.figures.intervals import MIN_CASES, Rate
from reports.figures.wait_figures import WAITS
from reports.pages.heading import drop_parts_text
from reports.pages.links import ColumnLinks, of_calls, of_groups
from reports.pages.table_html import ReportBlock, block_of, rest, table

LONG_DAYS = 31  # above this many days, the sums of a drop need a wide block


def pace(dashboard: Dashboard, links: tuple[ColumnLinks, ...] = ()) -> ReportBlock:
    lines = [
        Series(
            short_name(stats.key or "No game"),
            _spots(_open(dashboard.paces.get(stats.key or "", ())), lambda point: point.dealt.pace),
        )
        for stats in dashboard.games
    ]
    chart = panels(
        lines, format_value=lambda value: f"{value:g}", ends=_ends(dashboard), unit="hands/h"
    )
    sub = "Hands per table-hour, 95% interval"
    return block_of(PACE_BY_GAME, dashboard, sub, chart, links=links)


def drop(dashboard: Dashboard, links: tuple[ColumnLinks, ...] = ()) -> ReportBlock:
    parts = [
        Part(short_name(stats.key or "No game"), stats.table_hours, max(0.0, stats.take.value or 0))
        for stats in dashboard.games
    ]
    chart = areas(parts, room=dashboard.total.take.value or 0, format_value=rounded)
    sub = "Width: table-hours. Height: drop per hour. Area: total drop"
    block = block_of(DROP_BY_GAME, dashboard, sub, chart, links=links)
    note = " ".join(filter(None, (drop_parts_text(dashboard.total), block.note)))
    return replace(block, note=note, wide=dashboard.report_range.days > LONG_DAYS)


def pace_with_links(dashboard: Dashboard) -> ReportBlock:
    """Return hands per table-hour by game, with a link to each game's report."""
    return pace(dashboard, _to_games(dashboard))


def drop_led(dashboard: Dashboard) -> ReportBlock:
    """Return the drop by game, with a link to each game's report."""
    return replace(drop(dashboard, _to_games(dashboard)), wide=True)


def _to_games(dashboard: Dashboard) -> tuple[ColumnLinks, ...]:
    return (of_groups(dashboard.report_range, "game", (stats.key for stats in dashboard.games)),)


def waits(dashboard: Dashboard) -> ReportBlock:
    """Return waits from sign-up to the seat."""
    rows = []
    for waits in dashboard.waits:
        wait = waits.wait_s
        few = tuple(seconds / 60 for seconds in waits.waits) if wait.p50 is None else ()
        rows.append(
            WaitSpan(short_name(waits.key or ""), _minutes(wait.p50), _minutes(wait.p90), few)
        )
    sub = f"Minutes, median to p90. Rings: single waits, under {MIN_CASES} seated"
    block = block_of(WAITS, dashboard, sub, spans(rows))
    away = f"Left without a seat: {share_text(dashboard.waits_total.walk_away)}, n {dashboard.waits_total.gone:,}."
    return (
        replace(block, note=f"{away} {block.note}".strip()) if dashboard.waits_total.gone else block
    )


def response_times(dashboard: Dashboard) -> ReportBlock:
    """Return the supervisors' response times and the overridden proposals."""
    total = dashboard.calls_total
    soon = total.soon
    if soon.value is not None:
        within = format_time(TARGET_SECONDS)
        came = f"Here within {within} for {round(soon.value * soon.n):,} of {soon.n:,}, {share_text(soon)}"
    elif total.n:
        came = (
            "No supervisor came to the table for the one call"
            if total.n == 1
            else f"No supervisor came to the table for {total.n:,} calls"
        )
    else:
        came = "No floor calls"
    chart = histogram(
        total.here,
        soon=TARGET_SECONDS,
        description=f"Seconds until the supervisor arrived. {came}.",
    )
    sheet = OVERRIDES.sheet(dashboard)
    links = of_calls(dashboard.report_range, dashboard.overrides)
    head, rows, _ = table(sheet, page_of_day(OVERRIDES, dashboard), links)
    message = "Every ruling followed the house\u2019s proposal."
    return ReportBlock(
        "here",
        "Response and overrides",
        came,
        chart,
        head,
        rows[:12],
        note=rest(len(rows), 12),
        empty_text=message,
        sheets=(sheet,),
    )


def series(dashboard: Dashboard) -> ReportBlock:
    """Return hands per table-hour of all games combined, by hour or by day."""
    line = Series("All games", _spots(_points(dashboard), lambda point: point.dealt.pace))
    chart = wide(
        line,
        format_value=lambda value: f"{value:g}",
        marks=_marks(dashboard),
        unit="hands per table-hour",
    )
    sub = "Hands per table-hour, 95% interval"
    block = block_of(over_time(dashboard), dashboard, sub, chart, most=31)
    return replace(block, title="Pace over the range")


def drop_over_time(dashboard: Dashboard) -> ReportBlock:
    """Return the drop by hour or by day."""
    layout = over_time(dashboard)
    line = Series("All games", _spots(_points(dashboard), lambda point: point.dealt.take))
    chart = wide(line, format_value=rounded, marks=_marks(dashboard), unit="drop per table-hour")
    page = (layout.figures[0], *DROP_OVER_TIME_PAGE)
    sub = "Drop per table-hour, 95% interval"
    block = block_of(layout, dashboard, sub, chart, page=page, most=31)
    return replace(block, key="take", title="Drop over the range", wide=True)


def seats(dashboard: Dashboard) -> ReportBlock:
    """Return the share of seats taken at open tables."""
    spots = tuple(
        ChartPoint(_place(point), 100 * (point.dealt.seat_use or 0))
        for point in _points(dashboard)
        if point.dealt.chair_s
    )
    line = Series("Seats taken", spots)
    chart = wide(
        line,
        format_value=lambda value: f"{value:g}%",
        marks=_marks(dashboard),
        unit="share of seats at open tables",
        maximum=100,
    )
    sub = "Share of seats taken at open tables"
    return block_of(SEATS_BY_GAME, dashboard, sub, chart)


def _points(dashboard: Dashboard) -> list[Point]:
    return _open(dashboard.series)


def _open(points: Sequence[Point]) -> list[Point]:
    return [point for point in points if point.dealt.open_s]


def _spots(points: list[Point], rate: Callable[[Point], Rate]) -> tuple[ChartPoint, ...]:
    spots = ((_place(point), rate(point)) for point in points)
    return tuple(ChartPoint(at, r.value, r.low, r.high) for at, r in spots if r.value is not None)


def _place(point: Point) -> float:
    """Return a point's position on the time axis: the number of its hour or day."""
    at = point.at
    return at.timestamp() / 3600 if isinstance(at, datetime) else float(at.toordinal())


def _word(point: Point) -> str:
    at = point.at
    return f"{timezone.localtime(at):%H:%M}" if isinstance(at, datetime) else f"{at:%b %-d}"


def _ends(dashboard: Dashboard) -> tuple[str, str]:
    points = _points(dashboard)
    return (_word(points[0]), _word(points[-1])) if points else ("", "")


def _marks(dashboard: Dashboard) -> list[tuple[float, str]]:
    """Return four or five marks of the time axis: start, end and points between."""
    points = _points(dashboard)
    by = max(1, len(points) // 4)
    marked = [points[at] for at in range(0, len(points), by)]
    if marked and marked[-1] is not points[-1]:
        near = len(points) - 1 - points.index(marked[-1]) < 0.7 * by
        marked = [*(marked[:-1] if near else marked), points[-1]]
    return [(_place(point), _word(point)) for point in marked]


def _minutes(seconds: int | None) -> float | None:
    return None if seconds is None else seconds / 60


def share_text(rate: Rate) -> str:
    """Return a share with its interval as text: "82%, interval 71 to 90"."""
    if rate.value is None:
        return "none"
    value, low, high = percents(rate.value, rate.low or 0, rate.high or 0)
    return f"{value}, interval {low.removesuffix('%')} to {high.removesuffix('%')}"
