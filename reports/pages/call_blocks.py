"""Floor calls by irregularity, one row each with its dots."""

from collections import defaultdict
from dataclasses import replace

from django.utils.safestring import SafeString

from reports.charts import dots
from reports.export.display_values import NOTHING, display
from reports.figures.call_figures import (
    CALL_RATE_INTERVAL,
    CALLS_BY_IRREGULARITY,
    CALLS_BY_KIND,
    EACH_CALL,
    OVERRIDDEN,
    CallFigure,
    CallLayout,
    irregularity,
    kinds,
    page_of_day,
    remedies_note,
)
from reports.figures.calls import CallStats, calls_all, facts_of
from reports.figures.dashboard import Dashboard
from reports.pages.links import of_calls
from reports.pages.table_html import ReportBlock, TableCell, block_of, figure_cell, head_cell

MAX_LISTED_CALLS = 40  # calls listed on a page; files have more


def calls(dashboard: Dashboard) -> ReportBlock:
    """Return calls by category, as the tablet sorts irregularities. Files also contain the table by irregularity."""
    block = _block(dashboard, list(kinds(dashboard.calls).items()), CALLS_BY_KIND)
    return replace(block, sheets=(CALLS_BY_KIND.sheet(dashboard), *block.sheets))


def every_call(dashboard: Dashboard) -> ReportBlock:
    groups = [(irregularity(str(stats.key)), [stats]) for stats in dashboard.calls]
    return _block(dashboard, groups, CALLS_BY_IRREGULARITY)


def each_call(dashboard: Dashboard) -> ReportBlock:
    """Return calls one by one, each with its hand and ruling."""
    block = block_of(
        EACH_CALL,
        dashboard,
        "Table opens the call in replay. Ruling opens the facts, steps and clause",
        page=page_of_day(EACH_CALL, dashboard),
        most=MAX_LISTED_CALLS,
        links=of_calls(dashboard.report_range, dashboard.each_call),
    )
    note = " ".join(filter(None, (EACH_CALL.note(dashboard), block.note)))
    return replace(block, key="each", wide=True, note=note, empty_text="No floor calls.")


def _block(
    dashboard: Dashboard, groups: list[tuple[str, list[CallStats]]], layout: CallLayout
) -> ReportBlock:
    sums = [(name, stats, calls_all(stats, dashboard.total.hands)) for name, stats in groups]
    over = _overridden(
        dashboard, [stat for _, stats, all_ in sums if all_.n <= dots.MAX_DOTS for stat in stats]
    )
    rows = [
        _row(all_, name, [seconds for stat in stats for seconds in over.get(str(stat.key), [])])
        for name, stats, all_ in sorted(sums, key=lambda row: (-row[2].n, row[0]))
    ]
    sub = "One dot per call: time until the supervisor was at the table. Vertical line: median. Diamond: overridden"
    if any(all_.n > dots.MAX_DOTS for _, _, all_ in sums):
        sub += f". Over {dots.MAX_DOTS} calls: density"
    name, count, *remainder = (head_cell(figure) for figure in (layout.figures[0], *layout.page))
    return ReportBlock(
        "calls",
        layout.title,
        sub,
        head=(name, count, TableCell("", html=dots.axis()), *remainder),
        rows=tuple(rows),
        total=_row(dashboard.calls_total, layout.total_name, None),
        note=f"Per 1,000 hands, with an exact 95% interval. {remedies_note(dashboard)}".strip(),
        empty_text="No floor calls.",
        wide=True,
        sheets=(CALLS_BY_IRREGULARITY.sheet(dashboard),),
    )


def _overridden(dashboard: Dashboard, groups: list[CallStats]) -> dict[str, list[int]]:
    """Return the seconds of overridden calls, for irregularities whose calls are drawn as dots."""
    keys = [str(stats.key) for stats in groups if stats.overridden]
    seconds_by_outcome = defaultdict[str, list[int]](list)
    if keys:
        rows = facts_of(dashboard.report_range).filter(
            decision="overridden", key__in=keys, here_s__isnull=False
        )
        for key, seconds in rows.order_by().values_list("key", "here_s"):
            seconds_by_outcome[key].append(seconds or 0)
    return seconds_by_outcome


def _row(stats: CallStats, name: str, over: list[int] | None) -> tuple[TableCell, ...]:
    count, *remainder = (_cell(figure, stats) for figure in CALLS_BY_IRREGULARITY.page)
    drawing = TableCell("") if over is None else TableCell("", "strip", _dots(stats, name, over))
    return (TableCell(name), count, drawing, *remainder)


def _cell(figure: CallFigure, stats: CallStats) -> TableCell:
    value = figure.value(stats)
    if figure is CALL_RATE_INTERVAL:
        return TableCell(display(figure.kind, value) if value else "", "n quiet")
    if figure is OVERRIDDEN:
        return TableCell(_over(stats), "n red" if stats.overridden else "n")
    return figure_cell(figure, value)


def _dots(stats: CallStats, name: str, over: list[int]) -> SafeString:
    median = stats.here_s.p50  # None with too few calls
    remainder = list(stats.here)
    for seconds in over:
        if seconds in remainder:
            remainder.remove(seconds)
    middle = f"median {display('time', median)}" if median is not None else "too few for a median"
    description = f"{name}: {stats.n} call{'' if stats.n == 1 else 's'}, {middle}, {stats.overridden} overridden."
    return dots.dots(remainder, over, median=median, description=description)


def _over(stats: CallStats) -> str:
    if not stats.proposals:
        return "no proposal" if stats.n else NOTHING
    return f"{stats.against:,} of {stats.proposals:,}"
