"""How many fell into each stretch of seconds."""

from collections import Counter
from collections.abc import Sequence

from django.utils.safestring import SafeString

from reports.charts import svg

WIDE = 15  # seconds a bar
END = 180  # later ones share the last bar


def histogram(seconds: Sequence[int], *, soon: int, told: str) -> SafeString:
    """soon: up to here the bars are dark."""
    if not seconds:
        return SafeString("")
    bars = END // WIDE
    heights = [0] * (bars + 1)
    for one, times in Counter(seconds).items():
        # Up to and with 1:00 is soon, so a bar has its end and not its beginning.
        heights[min(bars, max(0, (one - 1) // WIDE))] += times
    base, wide, most = 112.0, 415 / (bars + 1), max(heights)
    parts: list[str] = []
    for number, n in enumerate(heights):
        if not n:
            continue
        tall = max(1.5, n / most * 90)
        late = svg.RED if number == bars else svg.GREEN_2
        fill = svg.GREEN if (number + 1) * WIDE <= soon else late
        left = number * wide
        parts.append(svg.rect(left + 1, base - tall, wide - 2, tall, fill))
        parts.append(svg.text(left + wide / 2, base - tall - 5, f"{n:,}", at="middle", bold=True))
    parts.append(svg.line((0, base), (415, base)))
    for at in range(0, END, 60):
        end = "start" if not at else "middle"
        parts.append(svg.text(at / WIDE * wide, base + 16, f"{at // 60}:00", at=end))
    parts.append(svg.text(415, base + 16, f"over {END // 60}:00", at="end"))
    return svg.drawing(415, base + 22, told, parts)
