"""The chart of a week: dealers needed and dealers on duty, by half hour."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

STEP = 4  # width of a half hour
HEIGHT = 100
TOP = 20  # room for the names of the days
LEFT = 34  # room for the scale
MARKS = (5, 10, 20, 25, 50, 100, 200)


@dataclass(frozen=True, slots=True)
class ChartDay:
    """A day on the axis. first: its first half hour."""

    title: str
    first: int


def need_chart(
    need: Sequence[int], on_duty: Sequence[int], missing: Sequence[int], days: Sequence[ChartDay]
) -> SafeString:
    """Return the drawing. missing: dealers, also those who are missing for one skill only."""
    top = max((*need, *on_duty, 4))
    width = LEFT + STEP * len(need)
    return format_html(
        '<svg class="need-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}{}{}</svg>',
        width,
        TOP + HEIGHT,
        _description(need, on_duty, missing),
        _scale(top, width),
        format_html('<path class="on-duty" d="{}Z"/>', _steps(on_duty, top, is_area=True)),
        format_html_join("", '<path class="short" d="{}Z"/>', _gaps(on_duty, missing, top)),
        format_html('<path class="need" d="{}"/>', _steps(need, top)),
        _days(days),
    )


def _description(need: Sequence[int], on_duty: Sequence[int], missing: Sequence[int]) -> str:
    short = sum(dealers > 0 for dealers in missing)
    return (
        f"Dealers by half hour: at most {max(need, default=0)} needed and {max(on_duty, default=0)} on duty; "
        f"{short} half hours are short."
    )


def _y(value: int, top: int) -> int:
    return TOP + HEIGHT - value * HEIGHT // top


def _steps(values: Sequence[int], top: int, *, is_area: bool = False) -> str:
    """Return a line with one step for each change of the value."""
    base = TOP + HEIGHT
    parts = [f"M{LEFT} {base}" if is_area else f"M{LEFT} {_y(values[0] if values else 0, top)}"]
    before = None
    for number, value in enumerate(values):
        if value != before:
            parts.append(f"H{LEFT + STEP * number}V{_y(value, top)}")
            before = value
    parts.append(f"H{LEFT + STEP * len(values)}")
    if is_area:
        parts.append(f"V{base}")
    return "".join(parts)


def _gaps(on_duty: Sequence[int], missing: Sequence[int], top: int) -> list[tuple[str]]:
    """Return the missing dealers of each short half hour, on top of those on duty."""
    gaps = []
    for number, dealers in enumerate(missing):
        if dealers:
            low = _y(on_duty[number], top)
            high = max(TOP, _y(on_duty[number] + dealers, top))
            gaps.append((f"M{LEFT + STEP * number} {low}V{high}h{STEP}V{low}",))
    return gaps


def _scale(top: int, width: int) -> SafeString:
    step = next((mark for mark in MARKS if top // mark <= 4), MARKS[-1])
    marks = range(step, top + 1, step)
    return format_html_join(
        "",
        '<path class="grid" d="M{} {}H{}"/><text x="{}" y="{}" class="scale">{}</text>',
        ((LEFT, _y(mark, top), width, LEFT - 6, _y(mark, top) + 5, mark) for mark in marks),
    )


def _days(days: Sequence[ChartDay]) -> SafeString:
    return format_html_join(
        "",
        '<path class="midnight" d="M{} 0V{}"/><text x="{}" y="14">{}</text>',
        (
            (LEFT + STEP * day.first, TOP + HEIGHT, LEFT + STEP * day.first + 6, day.title)
            for day in days
        ),
    )
