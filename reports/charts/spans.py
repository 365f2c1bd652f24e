"""From the median to the ninth decile, a line for each; every case as a ring where there are too few for either."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import scale, step

ROWS = 8


@dataclass(frozen=True, slots=True)
class Span:
    """One list, in minutes. few: its cases, where they are too few for a percentile."""

    name: str
    p50: float | None
    p90: float | None
    few: tuple[float, ...] = ()


def spans(rows: Sequence[Span], *, width: float = 415) -> SafeString:
    """The first rows on one axis of minutes."""
    rows = [one for one in rows if one.p50 is not None or one.few][:ROWS]
    if not rows:
        return SafeString("")
    most = max(value for one in rows for value in (one.p50, one.p90, *one.few) if value is not None)
    left, tall = 104.0, 18.0
    base = tall * len(rows) + 6
    by = step(max(most, 3), 3)
    x = scale(0, max(most, by) * 1.04, left, width - 6)
    parts: list[str] = []
    mark = 0.0
    while mark <= max(most, by):
        parts.append(svg.line((x(mark), 0), (x(mark), base), stroke=svg.GRID))
        parts.append(svg.text(x(mark), base + 16, f"{mark:g}", at="middle", fill=svg.INK_2))
        mark += by
    parts.append(svg.text(0, base + 16, "Minutes", fill=svg.INK_2))
    for number, one in enumerate(rows):
        y = number * tall + 12
        name = one.name if len(one.name) <= 15 else f"{one.name[:14].rstrip()}\u2026"
        parts.append(svg.text(0, y + 4, name))
        if one.p50 is None:
            parts.extend(svg.circle(x(case), y, hollow=True) for case in one.few)
            continue
        if one.p90 is not None:
            parts.append(svg.line((x(one.p50), y), (x(one.p90), y), stroke=svg.GREEN, width=2))
            parts.append(
                svg.line((x(one.p90), y - 4), (x(one.p90), y + 4), stroke=svg.GREEN, width=2)
            )
        parts.append(svg.circle(x(one.p50), y))
    told = "; ".join(_told(one) for one in rows)
    return svg.drawing(width, base + 20, f"Minutes until the seat: {told}.", parts)


def _told(one: Span) -> str:
    if one.p50 is None:
        return f"{one.name}, too few for a percentile"
    return f"{one.name}, median {one.p50:.0f}" + (
        f", ninth decile {one.p90:.0f}" if one.p90 else ""
    )
