"""The chart of a week: dealers needed and dealers on duty, by half hour."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

STEP = 4  # width of a half hour
HEIGHT = 120
TOP = 20  # room for the names of the days
LEFT = 34  # room for the scale
MARKS = (5, 10, 20, 25, 50, 100, 200)


@dataclass(frozen=True, slots=True)
class ChartDay:
    """A day on the axis. first: its first half hour."""

    title: str
    first: int


def need_chart(
    need: Sequence[int], on_duty: Sequence[int], short: Sequence[int], days: Sequence[ChartDay]
) -> SafeString:
    """Return the drawing. short: half hours in which dealers are missing for some skill."""
    top = max((*need, *on_duty, 4))
    width = LEFT + STEP * len(need)
    return format_html(
        '<svg class="need-chart" viewBox="0 0 {} {}" role="img" preserveAspectRatio="none" aria-label="{}">{}{}{}{}{}</svg>',
        width,
        TOP + HEIGHT,
        _description(need, on_duty, short),
        _scale(top, width),
        format_html('<path class="on-duty" d="{}Z"/>', _steps(on_duty, top, is_area=True)),
        format_html_join("", '<path class="short" d="{}Z"/>', _gaps(need, on_duty, short, top)),
        format_html('<path class="need" d="{}"/>', _steps(need, top)),
        _days(days),
    )


def _description(need: Sequence[int], on_duty: Sequence[int], short: Sequence[int]) -> str:
    return (
        f"Dealers by half hour: at most {max(need, default=0)} needed and {max(on_duty, default=0)} on duty; "
        f"{len(short)} half hours are short."
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


def _gaps(
    need: Sequence[int], on_duty: Sequence[int], short: Sequence[int], top: int
) -> list[tuple[str]]:
    """Return the area between need and coverage in each short half hour. A shortage of a skill only has a bar."""
    gaps = []
    for number in short:
        high = _y(max(need[number], on_duty[number] + 1), top)
        low = _y(on_duty[number], top)
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
