"""One dot per call on a line of seconds: a vertical line for the median, diamonds for overridden calls. If there are
many calls, their density is drawn instead.
"""

from collections import Counter
from collections.abc import Sequence

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import scale

WIDTH = 240.0
HEIGHT = 26.0
MAX_DOTS = 60  # calls drawn as dots
MAX_SECONDS = 180  # seconds at the right edge; longer calls are drawn there
BIN = 4.0  # width of a dot in px


def axis(end: int = MAX_SECONDS, *, soon: int = 60) -> SafeString:
    x = scale(0, end, 8, WIDTH - 8)
    parts = [
        svg.text(x(at), 13, f"{at // 60}:00", at=_side(at, end), fill=svg.INK_2)
        for at in range(0, end + 1, 60)
    ]
    return svg.drawing(WIDTH, 18, f"Scale to 3:00; dotted line at {soon // 60}:00.", parts)


def dots(
    calls: Sequence[int],
    overridden: Sequence[int],
    *,
    median: int | None,
    description: str,
    end: int = MAX_SECONDS,
) -> SafeString:
    """Return one line of dots.

    calls: seconds of each call that was not overridden; median: of all calls, None without an arrival.
    """
    x = scale(0, end, 8, WIDTH - 8)
    middle = HEIGHT / 2
    parts: list[str] = [
        svg.line((0, middle), (WIDTH, middle), stroke=svg.GRID, width=1.5),
        svg.line((x(60), 0), (x(60), HEIGHT), stroke=svg.AXIS, dash="1.5 2"),
    ]
    if len(calls) + len(overridden) > MAX_DOTS:
        parts.append(_dense([*calls, *overridden], end))
        overridden = ()
    else:
        parts.extend(_each(calls, end))
    if median is not None:
        parts.append(svg.line((x(median), 3), (x(median), HEIGHT - 3), stroke=svg.INK, width=1.8))
    parts.extend(svg.diamond(x(seconds), middle, 5) for seconds in overridden)
    return svg.drawing(WIDTH, HEIGHT, description, parts)


def _each(calls: Sequence[int], end: int) -> list[str]:
    """Return one dot per call; overlapping dots are stacked."""
    x = scale(0, end, 8, WIDTH - 8)
    counts = Counter[int]()
    parts: list[str] = []
    for seconds in sorted(calls):
        position = int(x(seconds) / BIN)
        number = counts[position]
        counts[position] += 1
        up = (number + 1) // 2 * (1 if number % 2 else -1)
        parts.append(svg.circle(x(seconds), HEIGHT / 2 + max(-2, min(2, up)) * 4.5, 2.4))
    return parts


def _dense(calls: Sequence[int], end: int) -> str:
    """Return bars of the density as one element."""
    x = scale(0, end, 8, WIDTH - 8)
    heights = Counter[int]()
    for seconds, n in Counter(calls).items():
        heights[int(x(seconds) / BIN)] += n
    most = max(heights.values())
    bars = (
        (position * BIN, HEIGHT / 2 - tall / 2, BIN - 0.6, tall)
        for position, n in sorted(heights.items())
        if (tall := max(1.0, n / most * (HEIGHT - 4)))
    )
    return svg.rects(bars, svg.GREEN_2)


def _side(at: int, end: int) -> str:
    if at in (0, end):
        return "end" if at else "start"
    return "middle"
