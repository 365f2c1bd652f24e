"""The head of a report: what it is of, in a line, and its first figures."""

from dataclasses import dataclass

from reports.figures.dashboard import Dashboard
from reports.figures.dealt import Dealt
from reports.figures.ranges import Range
from reports.writing.values import NOTHING, rounded, said
from rulings.wording.sayings import money


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: value, what is smaller beside it, its name, and what it rests on."""

    value: str
    beside: str
    name: str
    sub: str


def line(
    asked: Range, of: Dashboard | None, *, shift: tuple[str, str] | None, going: bool = False
) -> str:
    """Fri 20 Nov, 18:00 to 02:00, 40 tables. shift: its two ends as a clock has them; going: whether it is not over."""
    assert asked.first is not None
    assert asked.last is not None
    days = f"{asked.first:%a %-d %b %Y}"
    if asked.last != asked.first:
        days += f" to {asked.last:%a %-d %b %Y}"
    parts = [days]
    if shift:
        parts[0] += f", {shift[0]} to {shift[1]}"
    if asked.shift:
        parts.append(f"{asked.shift} shift")
    parts.extend(one for one in (asked.game,) if one)
    if of is not None:
        tables = len(of.tables)
        parts.append(of.tables[0].key if tables == 1 else f"{tables} tables")
    if going:
        parts.append("not over yet")
    return " \u00b7 ".join(str(part) for part in parts)


def figures(of: Dashboard) -> tuple[Figure, ...]:
    """The seven at the top."""
    total, calls, waits = of.total, of.calls_total, of.waits_total
    pace, take, rate = total.pace, total.take, calls.per_1000
    here, share, wait = calls.here_s, calls.override_share, waits.wait_s
    return (
        Figure(f"{total.hands:,}", "", "Hands", _table_hours(total.table_hours)),
        Figure(_one(pace.value), _give(pace.give), "Hands per table-hour", _before(of)),
        Figure(
            NOTHING if take.value is None else rounded(take.value),
            "" if take.give is None else f"\u00b1 {said('units', take.give)}",
            "Drop per table-hour",
            f"{money(total.drop)}, by the log",
        ),
        Figure(
            f"{calls.n:,}",
            "",
            "Floor calls",
            f"{_one(rate.value)} per 1,000"
            + ("" if rate.low is None else f", {said('interval', (rate.low, rate.high))}"),
        ),
        Figure(
            said("time", here.p50),
            "",
            "Supervisor at the table",
            f"p90 {said('time', here.p90)}, n {here.n:,}",
        ),
        Figure(
            f"{calls.against:,}",
            f"of {calls.proposals:,}",
            "Proposals overridden",
            "no proposal"
            if share.low is None or share.value is None
            else f"{100 * share.value:.0f} %, interval {100 * share.low:.0f} to {100 * (share.high or 0):.0f}",
        ),
        Figure(
            said("minutes", wait.p50),
            "min" if wait.p50 is not None else "",
            "Wait, median",
            f"p90 {said('minutes', wait.p90)}, n {wait.n:,} seated",
        ),
    )  # fmt: skip


def parts_said(of: Dealt) -> str:
    """What the drop is made of, those parts that there are: Drop $13,728 = rake $11,858 + jackpot $1,870."""
    parts = (("rake", of.rake), ("jackpot", of.jackpot), ("time", of.time))
    said_ = " + ".join(f"{name} {money(part)}" for name, part in parts if part)
    return f"Drop {money(of.drop)} = {said_}" if said_ else ""


def _table_hours(hours: float) -> str:
    """80 table-hours, 4.6 table-hours, 1 table-hour."""
    number = f"{hours:,.1f}".removesuffix(".0") if hours < 10 else f"{hours:,.0f}"
    return f"{number} table-hour{'' if number == '1' else 's'}"


def _one(value: float | None) -> str:
    return said("rate", value)


def _give(value: float | None) -> str:
    return "" if value is None else f"\u00b1 {value:.1f}"


def _before(of: Dashboard) -> str:
    """four Fridays before: 28.1."""
    if of.before is None or not of.before.days or of.before.pace.value is None:
        return f"n {of.total.hands:,}"
    days, asked = of.before.days, of.asked
    what = f"{days[0]:%A}" if asked.days == 1 else "week"
    number = len(days)
    return f"{number} {what}{'s' if number > 1 else ''} before: {of.before.pace.value:.1f}"
