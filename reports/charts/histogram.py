"""A histogram of response times in seconds."""

from collections import Counter
from collections.abc import Sequence

from django.utils.safestring import SafeString

from reports.charts import svg

BAR_SECONDS = 15  # seconds per bar
MAX_SECONDS = 180  # longer times share the last bar


def histogram(seconds: Sequence[int], *, soon: int, description: str) -> SafeString:
    """Return the histogram. soon: bars up to this many seconds are dark."""
    if not seconds:
        return SafeString("")
    bars = MAX_SECONDS // BAR_SECONDS
    heights = [0] * (bars + 1)
    for one, times in Counter(seconds).items():
        # A time of exactly 1:00 is still soon, so a bar includes its end and not its start.
        heights[min(bars, max(0, (one - 1) // BAR_SECONDS))] += times
    base = 112.0
    wide = 415 / (bars + 1)
    most = max(heights)
    parts: list[str] = []
    for number, n in enumerate(heights):
        if not n:
            continue
        tall = max(1.5, n / most * 90)
        late = svg.RED if number == bars else svg.GREEN_2
        fill = svg.GREEN if (number + 1) * BAR_SECONDS <= soon else late
        left = number * wide
        parts.append(svg.rect(left + 1, base - tall, wide - 2, tall, fill))
        parts.append(svg.text(left + wide / 2, base - tall - 5, f"{n:,}", at="middle", bold=True))
    parts.append(svg.line((0, base), (415, base)))
    for at in range(0, MAX_SECONDS, 60):
        end = "start" if not at else "middle"
        parts.append(svg.text(at / BAR_SECONDS * wide, base + 16, f"{at // 60}:00", at=end))
    parts.append(svg.text(415, base + 16, f"over {MAX_SECONDS // 60}:00", at="end"))
    return svg.drawing(415, base + 22, description, parts)
