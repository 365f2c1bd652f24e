"""Parts of a report with a chart above the table of its figures."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from reports.charts.areas import Block as Part
from reports.charts.areas import areas
from reports.charts.bars import histogram
from reports.charts.series import Line, Spot, panels, wide
from reports.charts.spans import Span, spans
from reports.figures import sheets
from reports.figures.calls import SOON
from reports.figures.dashboard import Dashboard, Point
from reports.figures.intervals import FEW, Rate
from reports.pages.heading import parts_said
from reports.pages.links import Links, of_calls, of_groups
from reports.pages.shown import Block, Pick, block_of, rest, table
from reports.writing.short import short
from reports.writing.values import clock, percents, rounded

PACE = (
    Pick("game", kind="game"),
    Pick("hands"),
    Pick("pace", bold=True),
    Pick("pace_give"),
    Pick("pace_interval"),
)
DROP = (
    Pick("game", kind="game"),
    Pick("table_hours", kind="hours"),
    Pick("drop"),
    Pick("take", "$/table-h", "units", bold=True),
    Pick("take_give", kind="units"),
    Pick("rake_rate", "Rake/h", "units", bold=True),
    Pick("rake_give", "±", "units"),
    Pick("share"),
)
WAITS = (
    Pick("game", kind="game"),
    Pick("added"),
    Pick("seated"),
    Pick("left"),
    Pick("p50", kind="minutes", bold=True),
    Pick("p90", kind="minutes"),
)


def pace(of: Dashboard, links: tuple[Links, ...] = ()) -> Block:
    """Hands per table-hour by game."""
    sheet = sheets.pace(of)
    lines = [
        Line(
            short(one.key or "No game"),
            _spots(_points(of, one.key), lambda point: point.dealt.pace),
        )
        for one in of.games
    ]
    chart = panels(lines, said=lambda value: f"{value:g}", ends=_ends(of), unit="hands/h")
    sub = "Hands per table-hour, 95 % interval"
    return block_of("pace", "Pace by game", sub, chart, sheet, PACE, links=links)


def drop(of: Dashboard, links: tuple[Links, ...] = ()) -> Block:
    """The drop by game."""
    sheet = sheets.take(of)
    parts = [
        Part(short(one.key or "No game"), one.table_hours, max(0.0, one.take.value or 0))
        for one in of.games
    ]
    chart = areas(parts, room=of.total.take.value or 0, said=rounded)
    sub = "Width: table-hours. Height: an hour\u2019s drop. Area: the drop"
    made = block_of("drop", "Drop per table-hour", sub, chart, sheet, DROP, links=links)
    return replace(made, note=" ".join(filter(None, (parts_said(of.total), made.note))))


def pace_led(of: Dashboard) -> Block:
    """The same, and each game leads to its report."""
    return pace(of, _to_games(of))


def drop_led(of: Dashboard) -> Block:
    """The same, and each game leads to its report."""
    return drop(of, _to_games(of))


def _to_games(of: Dashboard) -> tuple[Links, ...]:
    return (of_groups(of.asked, "game", (one.key for one in of.games)),)


def waits(of: Dashboard) -> Block:
    """From the list to the seat."""
    sheet = sheets.waits(of)
    rows = []
    for one in of.waits:
        wait = one.wait_s
        few = tuple(seconds / 60 for seconds in one.waits) if wait.p50 is None else ()
        rows.append(Span(short(one.key or ""), _minutes(wait.p50), _minutes(wait.p90), few))
    sub = f"Minutes, median to p90. Rings: each, under {FEW} seated"
    made = block_of("waits", "Waits", sub, spans(rows), sheet, WAITS)
    away = (
        f"Left without a seat: {share_said(of.waits_total.walk_away)}, n {of.waits_total.gone:,}."
    )
    return replace(made, note=f"{away} {made.note}".strip()) if of.waits_total.gone else made


def here(of: Dashboard) -> Block:
    """How soon a supervisor stood there, and what was ruled otherwise than proposed."""
    sheet = sheets.overrides(of)
    total = of.calls_total
    soon = total.soon
    if soon.value is not None:
        came = f"Here within {clock(SOON)} for {round(soon.value * soon.n):,} of {soon.n:,}, {share_said(soon)}"
    elif total.n:
        came = (
            "Nobody stood at a table for the one call"
            if total.n == 1
            else f"Nobody stood at a table for {total.n:,} calls"
        )
    else:
        came = "Nobody was called to a table"
    chart = histogram(
        total.here, soon=SOON, told=f"Seconds until the supervisor was there. {came}."
    )
    kind = "clock" if of.asked.days == 1 else "moment"
    picks = (
        Pick("at", kind=kind),
        Pick("table"),
        Pick("irregularity"),
        Pick("ruling"),
        Pick("reason"),
        Pick("by"),
    )
    head, rows, _ = table(sheet, picks, of_calls(of.asked, of.overrides))
    told = "Nothing was ruled otherwise than the house\u2019s rule proposes."
    return Block(
        "here",
        "Response and overrides",
        came,
        chart,
        head,
        rows[:12],
        note=rest(len(rows), 12),
        none=told,
        sheets=(sheet,),
    )


def series(of: Dashboard) -> Block:
    """All games together, by the hour or by the day."""
    sheet = sheets.series(of)
    line = Line("All games", _spots(_points(of, ""), lambda point: point.dealt.pace))
    chart = wide(
        line, said=lambda value: f"{value:g}", marks=_marks(of), unit="hands per table-hour"
    )
    picks = (
        Pick(sheet.columns[0].key),
        Pick("hands"),
        Pick("pace", bold=True),
        Pick("pace_interval"),
        Pick("misdeals"),
    )
    return block_of(
        "series",
        "Pace through the range",
        "Hands per table-hour, 95 % interval",
        chart,
        sheet,
        picks,
        31,
    )


def take(of: Dashboard) -> Block:
    """The drop by the hour or by the day."""
    sheet = sheets.series(of)
    line = Line("All games", _spots(_points(of, ""), lambda point: point.dealt.take))
    chart = wide(line, said=rounded, marks=_marks(of), unit="drop per table-hour")
    picks = (
        Pick(sheet.columns[0].key),
        Pick("drop"),
        Pick("rake"),
        Pick("jackpot"),
        Pick("time"),
        Pick("take", "$/table-h", bold=True),
        Pick("take_interval"),
        Pick("rake_rate", "Rake/table-h", bold=True),
        Pick("rake_interval", "Interval"),
    )
    return block_of(
        "take",
        "Drop through the range",
        "Drop per table-hour, 95 % interval",
        chart,
        sheet,
        picks,
        31,
    )


def seats(of: Dashboard) -> Block:
    """How full open tables were."""
    sheet = sheets.seats(of)
    spots = tuple(
        Spot(_place(one), 100 * (one.dealt.seat_use or 0))
        for one in _points(of, "")
        if one.dealt.chair_s
    )
    line = Line("Seats taken", spots)
    chart = wide(
        line,
        said=lambda value: f"{value:g} %",
        marks=_marks(of),
        unit="part of the chairs of open tables",
        most=100,
    )
    picks = (
        Pick("game", kind="game"),
        Pick("table_hours", kind="hours"),
        Pick("seat_hours", kind="hours"),
        Pick("seat_use", bold=True),
    )
    return block_of(
        "seats", "Seats", "Part of the chairs of open tables that was taken", chart, sheet, picks
    )


def _points(of: Dashboard, game: str | None) -> list[Point]:
    return [one for one in of.series if one.game == (game or "") and one.dealt.open_s]


def _spots(points: list[Point], rate: Callable[[Point], Rate]) -> tuple[Spot, ...]:
    found = ((_place(one), rate(one)) for one in points)
    return tuple(Spot(at, r.value, r.low, r.high) for at, r in found if r.value is not None)


def _place(one: Point) -> float:
    """Of an hour its number, of a day too."""
    at = one.at
    return at.timestamp() / 3600 if isinstance(at, datetime) else float(at.toordinal())


def _word(one: Point) -> str:
    at = one.at
    return f"{timezone.localtime(at):%H:%M}" if isinstance(at, datetime) else f"{at:%-d %b}"


def _ends(of: Dashboard) -> tuple[str, str]:
    points = _points(of, "")
    return (_word(points[0]), _word(points[-1])) if points else ("", "")


def _marks(of: Dashboard) -> list[tuple[float, str]]:
    """Beginning, end, and what is between, four or five in all."""
    points = _points(of, "")
    by = max(1, len(points) // 4)
    found = [points[at] for at in range(0, len(points), by)]
    if found and found[-1] is not points[-1]:
        near = len(points) - 1 - points.index(found[-1]) < 0.7 * by
        found = [*(found[:-1] if near else found), points[-1]]
    return [(_place(one), _word(one)) for one in found]


def _minutes(seconds: int | None) -> float | None:
    return None if seconds is None else seconds / 60


def share_said(rate: Rate) -> str:
    """82 %, interval 71 to 90."""
    if rate.value is None:
        return "nothing to say"
    value, low, high = percents(rate.value, rate.low or 0, rate.high or 0)
    return f"{value}, interval {low.removesuffix(' %')} to {high.removesuffix(' %')}"
