"""Floor calls by irregularity, one row each with its dots."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.utils.safestring import SafeString

from poker.irregularities.load import group_of
from reports.charts import dots
from reports.export.display_values import NOTHING, display
from reports.figures import sheets
from reports.figures.calls import CallStats, calls_all, facts_of
from reports.figures.dashboard import Dashboard
from reports.pages.links import of_calls
from reports.pages.table_html import NO_DRAWING, ColumnPick, ReportBlock, TableCell, block_of

MAX_LISTED_CALLS = 40  # calls listed on a page; files have more
GROUPS = {  # the catalog's categories in the floor's terms
    "early": "Premature burn or card",
    "exposed": "Card exposed",
    "bet": "Bet or raise dispute",
    "turn": "Acted out of turn",
    "count": "Wrong number of cards",
    "deck": "Deck, stub or muck",
    "showdown": "Showdown or award",
    "button": "Button or blinds",
    "draw": "Draw error",
    "conduct": "Conduct",
    "": "Not stated",
}
HEAD = (
    TableCell("n", "n"),
    TableCell("", html=dots.axis()),
    TableCell("Per 1,000", "n"),
    TableCell("Interval", "n"),
    TableCell("Here p50", "n"),
    TableCell("p90", "n"),
    TableCell("Closed p50", "n"),
    TableCell("Overridden", "n"),
)


def calls(dashboard: Dashboard) -> ReportBlock:
    """Return calls by category, as the tablet sorts irregularities; files also have the table by irregularity."""
    groups = [(GROUPS[name], found) for name, found in _kinds(dashboard.calls).items()]
    block = _block(dashboard, groups, "Floor calls by kind of trouble")
    return replace(
        block, sheets=(sheets.calls_by_kind(dashboard, by_kind(dashboard)), *block.sheets)
    )


def by_kind(dashboard: Dashboard) -> list[tuple[str, CallStats]]:
    """Return calls by category with its name, the most frequent first."""
    hands = dashboard.total.hands
    rows = [
        (GROUPS[name], calls_all(found, hands)) for name, found in _kinds(dashboard.calls).items()
    ]
    return sorted(rows, key=lambda row: (-row[1].n, row[0]))


def kind_of(key: object) -> str:
    """Return the name of an irregularity's category."""
    return GROUPS[group_of(str(key))]


def _kinds(calls: Sequence[CallStats]) -> dict[str, list[CallStats]]:
    kinds: dict[str, list[CallStats]] = {}
    for stats in calls:
        kinds.setdefault(group_of(str(stats.key)), []).append(stats)
    return kinds


def every_call(dashboard: Dashboard) -> ReportBlock:
    """Return calls by irregularity."""
    groups = [(sheets.irregularity(str(stats.key)), [stats]) for stats in dashboard.calls]
    return _block(dashboard, groups, "Floor calls by irregularity")


def each_call(dashboard: Dashboard) -> ReportBlock:
    """Return calls one by one, each with its hand and ruling."""
    sheet = sheets.each_call(dashboard)
    picks = (
        ColumnPick("at", kind="clock" if dashboard.report_range.days == 1 else "moment"),
        ColumnPick("table"),
        ColumnPick("hand"),
        ColumnPick("irregularity"),
        ColumnPick("ruling"),
        ColumnPick("ended"),
        ColumnPick("reason"),
        ColumnPick("by"),
        ColumnPick("here"),
        ColumnPick("closed"),
    )
    sub = "Table opens the call in replay. Ruling opens the facts, steps and clause"
    links = of_calls(dashboard.report_range, dashboard.each_call)
    block = block_of("each", sheet.title, sub, NO_DRAWING, sheet, picks, MAX_LISTED_CALLS, links)
    note = " ".join(filter(None, (sheet.note, block.note)))
    return replace(block, wide=True, note=note, empty_text="No floor calls.")


def _block(
    dashboard: Dashboard, groups: list[tuple[str, list[CallStats]]], title: str
) -> ReportBlock:
    sums = [(name, stats, calls_all(stats, dashboard.total.hands)) for name, stats in groups]
    over = _overridden(
        dashboard, [one for _, stats, all_ in sums if all_.n <= dots.MAX_DOTS for one in stats]
    )
    rows = [
        _row(all_, name, [seconds for one in stats for seconds in over.get(str(one.key), [])])
        for name, stats, all_ in sorted(sums, key=lambda row: (-row[2].n, row[0]))
    ]
    sub = "One dot per call: time until the supervisor was at the table. Vertical line: median. Diamond: overridden"
    if any(all_.n > dots.MAX_DOTS for _, _, all_ in sums):
        sub += f". Over {dots.MAX_DOTS} calls: density"
    return ReportBlock(
        "calls",
        title,
        sub,
        head=(TableCell(title.removeprefix("Floor calls by ").capitalize()), *HEAD),
        rows=tuple(rows),
        total=_row(dashboard.calls_total, "All calls", None),
        note=f"Per 1,000 hands, with an exact 95% interval. {sheets.remedies_note(dashboard)}".strip(),
        empty_text="No floor calls.",
        wide=True,
        sheets=(sheets.calls(dashboard),),
    )


def _overridden(dashboard: Dashboard, groups: list[CallStats]) -> dict[str, list[int]]:
    """Return the seconds of overridden calls, for irregularities whose calls are drawn one by one."""
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
    percentiles = stats.here_s
    rate = stats.per_1000
    interval = display("interval", (rate.low, rate.high)) if rate.low is not None else ""
    return (
        TableCell(name),
        TableCell(f"{stats.n:,}", "n b"),
        TableCell("") if over is None else TableCell("", "strip", _dots(stats, name, over)),
        TableCell(display("rate", rate.value), "n"),
        TableCell(interval, "n quiet"),
        TableCell(display("time", percentiles.p50), "n b"),
        TableCell(display("time", percentiles.p90), "n"),
        TableCell(display("time", stats.closed_s.p50), "n"),
        TableCell(_over(stats), "n red" if stats.overridden else "n"),
    )


def _dots(stats: CallStats, name: str, over: list[int]) -> SafeString:
    median = stats.here_s.p50  # None with too few calls, as everywhere
    remainder = list(stats.here)
    for seconds in over:
        if seconds in remainder:
            remainder.remove(seconds)
    middle = f"median {display('time', median)}" if median is not None else "too few for a median"
    message = f"{name}: {stats.n} call{'' if stats.n == 1 else 's'}, {middle}, {stats.overridden} overridden."
    return dots.dots(remainder, over, median=median, message=message)


def _over(stats: CallStats) -> str:
    if not stats.proposals:
        return "no proposal" if stats.n else NOTHING
    return f"{stats.against:,} of {stats.proposals:,}"
