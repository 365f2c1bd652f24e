"""A figure compared with earlier shifts: a line with a dot for each, and a ring for a week ago."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import scale

MARGIN = 10.0  # px left and right of the line
MIDDLE = 13.0


def strip(
    now: float,
    past: Sequence[float],
    *,
    before: float | None,
    color: str,
    description: str,
    width: float = 220,
) -> SafeString:
    """Return the line. before: the figure a week ago, which is in `past`, or None; color: of the current shift's
    dot.
    """
    values = (now, *past)
    least = min(values)
    most = max(values)
    if least == most:
        least = least - 1
        most = most + 1
    x = scale(least, most, MARGIN, width - MARGIN)
    others = list(past)
    if before in others:
        others.remove(before)
    parts = [svg.line((4, MIDDLE), (width - 4, MIDDLE), stroke=svg.GRID, width=2)]
    parts += [svg.dot(x(value), MIDDLE, 3.5, svg.AXIS) for value in others]
    if before is not None:
        parts.append(svg.dot(x(before), MIDDLE, 5, "#fff", stroke=svg.INK))
    parts.append(svg.dot(x(now), MIDDLE, 7, color))
    return svg.drawing(width, 2 * MIDDLE, description, parts)
