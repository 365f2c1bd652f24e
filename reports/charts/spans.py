"""Waits as lines from the median to the 90th percentile; with too few cases, every case as a ring."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import scale, step

ROWS = 8


@dataclass(frozen=True, slots=True)
class WaitSpan:
    """The waits of one waitlist in minutes."""

    name: str
    p50: float | None
    p90: float | None
    is_small_sample: tuple[float, ...] = ()  # each case, if there are too few for a percentile


def spans(rows: Sequence[WaitSpan], *, width: float = 415) -> SafeString:
    """Return the first rows on one axis of minutes."""
    rows = [
        wait_span for wait_span in rows if wait_span.p50 is not None or wait_span.is_small_sample
    ][:ROWS]
    if not rows:
        return SafeString("")
    most = max(
        value
        for wait_span in rows
        for value in (wait_span.p50, wait_span.p90, *wait_span.is_small_sample)
        if value is not None
    )
    left = 104.0
    tall = 18.0
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
    for number, wait_span in enumerate(rows):
        y = number * tall + 12
        name = (
            wait_span.name if len(wait_span.name) <= 15 else f"{wait_span.name[:14].rstrip()}\u2026"
        )
        parts.append(svg.text(0, y + 4, name))
        if wait_span.p50 is None:
            parts.extend(svg.circle(x(case), y, hollow=True) for case in wait_span.is_small_sample)
            continue
        if wait_span.p90 is not None:
            parts.append(
                svg.line((x(wait_span.p50), y), (x(wait_span.p90), y), stroke=svg.GREEN, width=2)
            )
            parts.append(
                svg.line(
                    (x(wait_span.p90), y - 4), (x(wait_span.p90), y + 4), stroke=svg.GREEN, width=2
                )
            )
        parts.append(svg.circle(x(wait_span.p50), y))
    descriptions = "; ".join(_description(wait_span) for wait_span in rows)
    return svg.drawing(width, base + 20, f"Minutes to a seat: {descriptions}.", parts)


def _description(wait_span: WaitSpan) -> str:
    if wait_span.p50 is None:
        return f"{wait_span.name}, too few for a percentile"
    return f"{wait_span.name}, median {wait_span.p50:.0f}" + (
        f", p90 {wait_span.p90:.0f}" if wait_span.p90 else ""
    )
