"""One dot a call on a line of seconds: median upright, overridden ones as diamonds. Of very many, their density."""

from collections import Counter
from collections.abc import Sequence

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import scale

WIDTH, HEIGHT = 240.0, 26.0
MOST = 60  # calls that are drawn one by one
END = 180  # seconds at the right edge; what took longer stands there
BIN = 4.0  # a dot's room in px


def axis(end: int = END, *, soon: int = 60) -> SafeString:
    """The marks above all lines."""
    x = scale(0, end, 8, WIDTH - 8)
    parts = [
        svg.text(x(at), 13, f"{at // 60}:00", at=_side(at, end), fill=svg.INK_2)
        for at in range(0, end + 1, 60)
    ]
    return svg.drawing(WIDTH, 18, f"Seconds to 3:00; the dotted line is {soon // 60}:00.", parts)


def dots(
    calls: Sequence[int], overridden: Sequence[int], *, median: int | None, told: str, end: int = END
) -> SafeString:  # fmt: skip
    """calls: seconds of each that was not overridden; median: of all, None where nobody came."""
    x, middle = scale(0, end, 8, WIDTH - 8), HEIGHT / 2
    parts: list[str] = [
        svg.line((0, middle), (WIDTH, middle), stroke=svg.GRID, width=1.5),
        svg.line((x(60), 0), (x(60), HEIGHT), stroke=svg.AXIS, dash="1.5 2"),
    ]
    if len(calls) + len(overridden) > MOST:
        parts.extend(_dense([*calls, *overridden], end))
        overridden = ()
    else:
        parts.extend(_each(calls, end))
    if median is not None:
        parts.append(svg.line((x(median), 3), (x(median), HEIGHT - 3), stroke=svg.INK, width=1.8))
    parts.extend(svg.diamond(x(seconds), middle, 5) for seconds in overridden)
    return svg.drawing(WIDTH, HEIGHT, told, parts)


def _each(calls: Sequence[int], end: int) -> list[str]:
    """Beside each other where they would lie on each other."""
    x, taken = scale(0, end, 8, WIDTH - 8), Counter[int]()
    parts: list[str] = []
    for seconds in sorted(calls):
        place = int(x(seconds) / BIN)
        number = taken[place]
        taken[place] += 1
        up = (number + 1) // 2 * (1 if number % 2 else -1)
        parts.append(svg.circle(x(seconds), HEIGHT / 2 + max(-2, min(2, up)) * 4.5, 2.4))
    return parts


def _dense(calls: Sequence[int], end: int) -> list[str]:
    x = scale(0, end, 8, WIDTH - 8)
    heights = Counter[int]()
    for seconds, n in Counter(calls).items():
        heights[int(x(seconds) / BIN)] += n
    most = max(heights.values())
    return [
        svg.rect(place * BIN, HEIGHT / 2 - tall / 2, BIN - 0.6, tall, svg.GREEN_2)
        for place, n in sorted(heights.items())
        if (tall := max(1.0, n / most * (HEIGHT - 4)))
    ]


def _side(at: int, end: int) -> str:
    if at in (0, end):
        return "end" if at else "start"
    return "middle"
