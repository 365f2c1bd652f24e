"""Values over time with their intervals: small panels by game on one scale, or one wide line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import Scale, scale, step

PANELS = 8  # games drawn; the table has every game


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """One value with its interval."""

    at: float  # any number that increases with time
    value: float
    low: float | None = None  # None without an interval
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    points: tuple[ChartPoint, ...]


ValueFormat = Callable[[float], str]


def panels(
    lines: Sequence[Series], *, format_value: ValueFormat, ends: tuple[str, str], unit: str
) -> SafeString:
    """Return the first series, each in its own panel, all on one scale. ends: labels of both ends of the time axis."""
    lines = [series for series in lines if series.points][:PANELS]
    if not lines:
        return SafeString("")
    low, high = _between(lines)
    across = 4
    wide = 106
    tall = 78
    rows = -(-len(lines) // across)
    first, last = _span(lines)
    parts: list[str] = []
    for number, series in enumerate(lines):
        left = number % across * wide
        top = number // across * tall
        x = scale(first, last, left + 1, left + 84)
        y = scale(low, high, top + 70, top + 18)
        parts.append(svg.text(left, top + 12, _short(series.name, 14), bold=True))
        middle = (low + high) / 2
        parts.append(
            svg.line((left, y(middle)), (left + 85, y(middle)), stroke=svg.AXIS, dash="1.5 2")
        )
        parts.extend(_curve(series.points, x, y))
        parts.append(svg.line((left, top + 70), (left + 85, top + 70)))
    foot = rows * tall + 8
    note = f"Base {format_value(low)}, dashes {format_value((low + high) / 2)} {unit}; the band is the interval"
    parts.append(svg.text(0, foot, f"{ends[0]}\u2013{ends[1]}", fill=svg.INK_2))
    parts.append(svg.text(415, foot, note, at="end", fill=svg.INK_2))
    ranges = "; ".join(
        f"{series.name} from {format_value(series.points[0].value)} to {format_value(series.points[-1].value)}"
        for series in lines
    )
    return svg.drawing(415, foot + 6, f"Over the range, {unit}: {ranges}.", parts)


def wide(
    series: Series,
    *,
    format_value: ValueFormat,
    marks: Sequence[tuple[float, str]],
    unit: str,
    width: float = 415,
    height: float = 170,
    maximum: float | None = None,
) -> SafeString:
    """Return one line over the whole width. marks: positions on the time axis with labels; maximum: top of the
    scale.
    """
    if not series.points:
        return SafeString("")
    tops = [spot.high if spot.high is not None else spot.value for spot in series.points]
    top = (
        maximum
        if maximum is not None
        else min(max(tops), 2 * max(spot.value for spot in series.points))
    )
    by = step(top)
    top = by * max(1, ceil(top / by - 0.001))
    left = 44.0
    base = height - 24
    y = scale(0, top, base, 10)
    x = scale(series.points[0].at, series.points[-1].at, left + 4, width - 6)
    parts: list[str] = []
    mark = 0.0
    while mark <= top * 1.001:
        parts.append(svg.line((left, y(mark)), (width, y(mark)), stroke=svg.GRID))
        parts.append(svg.text(left - 6, y(mark) + 4, format_value(mark), at="end", fill=svg.INK_2))
        mark += by
    parts.extend(_curve(series.points, x, y))
    for at, word in marks:
        place = x(at)
        end = "start" if place < left + 40 else "end" if place > width - 40 else "middle"
        parts.append(svg.text(place, height - 6, word, at=end, fill=svg.INK_2))
    values = [spot.value for spot in series.points]
    low_text = format_value(min(values))
    high_text = format_value(max(values))
    end = format_value(values[-1])
    description = f"{series.name}, {unit}: from {low_text} to {high_text}, at the end {end}."
    return svg.drawing(width, height, description, parts)


def _curve(spots: Sequence[ChartPoint], x: Scale, y: Scale) -> list[str]:
    upper = [
        (x(chart_point.at), y(chart_point.high))
        for chart_point in spots
        if chart_point.high is not None
    ]
    lower = [
        (x(chart_point.at), y(chart_point.low))
        for chart_point in spots
        if chart_point.low is not None
    ]
    parts: list[str] = []
    if len(upper) > 1:
        parts.append(svg.area([*upper, *reversed(lower)]))
    elif upper:
        parts.append(svg.line(upper[0], lower[0], stroke=svg.GREEN_2, width=3))
    parts.append(svg.path([(x(chart_point.at), y(chart_point.value)) for chart_point in spots]))
    parts.append(svg.circle(x(spots[-1].at), y(spots[-1].value), 2.2))
    return parts


def _between(lines: Sequence[Series]) -> tuple[float, float]:
    """Return the bottom and top of the common scale: round numbers around all values. Wide intervals are cut off."""
    values = [spot.value for series in lines for spot in series.points]
    least = min(values)
    most = max(values)
    by = step(max(most - least, most / 4, 0.1), 3)
    low = max(0.0, floor(least / by) * by)
    return low, low + 2 * by * max(1, ceil((most - low) / by / 2))


def _span(lines: Sequence[Series]) -> tuple[float, float]:
    places = [spot.at for series in lines for spot in series.points]
    return min(places), max(places)


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}\u2026"
