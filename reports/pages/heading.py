"""The head of a report: its range in one line, and its headline figures."""

from dataclasses import dataclass

from poker.formatting import money
from reports.export.display_values import NOTHING, display, rounded
from reports.figures.dashboard import Dashboard
from reports.figures.hands import HandStats
from reports.figures.ranges import ReportRange


@dataclass(frozen=True, slots=True)
class HeadlineFigure:
    value: str
    note: str
    name: str
    subtitle: str


def line(
    report_range: ReportRange,
    dashboard: Dashboard | None,
    *,
    shift: tuple[str, str] | None,
    going: bool = False,
) -> str:
    """Return the range as one line, such as "Fri, Nov 20, 2026, 18:00 to 02:00 · 40 tables".

    shift: the clock times of its start and end; going: whether the shift is still in progress.
    """
    assert report_range.first is not None
    assert report_range.last is not None
    days = f"{report_range.first:%a, %b %-d, %Y}"
    if report_range.last != report_range.first:
        days += f" to {report_range.last:%a, %b %-d, %Y}"
    parts = [days]
    if shift:
        parts[0] += f", {shift[0]} to {shift[1]}"
    if report_range.shift:
        parts.append(f"{report_range.shift} shift")
    parts.extend(item for item in (report_range.game,) if item)
    if dashboard is not None:
        tables = len(dashboard.tables)
        parts.append(dashboard.tables[0].key if tables == 1 else f"{tables} tables")
    if going:
        parts.append("still open")
    return " \u00b7 ".join(str(part) for part in parts)


def figures(dashboard: Dashboard) -> tuple[HeadlineFigure, ...]:
    total = dashboard.total
    calls = dashboard.calls_total
    waits = dashboard.waits_total
    pace = total.pace
    take = total.take
    rate = calls.per_1000
    percentiles = calls.here_s
    share = calls.override_share
    wait = waits.wait_s
    return (
        HeadlineFigure(f"{total.hands:,}", "", "Hands", _table_hours(total.table_hours)),
        HeadlineFigure(
            _one(pace.value), _give(pace.margin), "Hands per table-hour", _before(dashboard)
        ),
        HeadlineFigure(
            NOTHING if take.value is None else rounded(take.value),
            "" if take.margin is None else f"\u00b1 {display('units', take.margin)}",
            "Drop per table-hour",
            f"{money(total.drop)}, logged",
        ),
        HeadlineFigure(
            f"{calls.n:,}",
            "",
            "Floor calls",
            f"{_one(rate.value)} per 1,000"
            + ("" if rate.low is None else f", {display('interval', (rate.low, rate.high))}"),
        ),
        HeadlineFigure(
            display("time", percentiles.p50),
            "",
            "Supervisor at the table",
            f"p90 {display('time', percentiles.p90)}, n {percentiles.n:,}",
        ),
        HeadlineFigure(
            f"{calls.against:,}",
            f"of {calls.proposals:,}",
            "Proposals overridden",
            "no proposals"
            if share.low is None or share.value is None
            else f"{100 * share.value:.0f}%, interval {100 * share.low:.0f} to {100 * (share.high or 0):.0f}",
        ),
        HeadlineFigure(
            display("minutes", wait.p50),
            "min" if wait.p50 is not None else "",
            "Wait, median",
            f"p90 {display('minutes', wait.p90)}, n {wait.n:,} seated",
        ),
    )


def drop_parts_text(stats: HandStats) -> str:
    """Return the components of the drop that are not zero: "Drop $13,728 = rake $11,858 + jackpot $1,870".

    What the house added to pots follows: "Splash pots $300 from the house".
    """
    parts = (("rake", stats.rake), ("jackpot", stats.jackpot), ("time", stats.time))
    said_ = " + ".join(f"{name} {money(part)}" for name, part in parts if part)
    lines = [f"Drop {money(stats.drop)} = {said_}"] if said_ else []
    if stats.splash:
        lines.append(f"Splash pots {money(stats.splash)} from the house")
    return ". ".join(lines)


def _table_hours(hours: float) -> str:
    """Return table-hours as text: 80 table-hours, 4.6 table-hours, 1 table-hour."""
    number = f"{hours:,.1f}".removesuffix(".0") if hours < 10 else f"{hours:,.0f}"
    return f"{number} table-hour{'' if number == '1' else 's'}"


def _one(value: float | None) -> str:
    return display("rate", value)


def _give(value: float | None) -> str:
    return "" if value is None else f"\u00b1 {value:.1f}"


def _before(dashboard: Dashboard) -> str:
    """Return the pace of the prior weeks as text, such as "4 Fridays before: 28.1"."""
    if (
        dashboard.previous is None
        or not dashboard.previous.days
        or dashboard.previous.pace.value is None
    ):
        return f"n {dashboard.total.hands:,}"
    days = dashboard.previous.days
    report_range = dashboard.report_range
    what = f"{days[0]:%A}" if report_range.days == 1 else "week"
    number = len(days)
    return f"{number} {what}{'s' if number > 1 else ''} before: {dashboard.previous.pace.value:.1f}"
