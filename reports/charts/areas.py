"""Blocks of games: table-hours as width, money per hour as height, so the area is the money."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import scale

# size of the drawing; the right margin has the label of the dashed line
WIDTH = 415.0
MARGIN = 66.0
BASE = 150.0
GAP = 1.5
CHARACTER_WIDTH = 6.8  # of one character
LINE_LENGTH = 62  # length of a line below the drawing, in characters


@dataclass(frozen=True, slots=True)
class GameArea:
    """The block of one game."""

    name: str
    wide: float
    high: float


def areas(
    blocks: Sequence[GameArea], *, room: float, format_value: Callable[[float], str]
) -> SafeString:
    """Return blocks next to each other in the given order, the widest first.

    room: the value of all games combined, drawn as a dashed line. Blocks too narrow for a name and value are listed
    below, from the left.
    """
    blocks = [game_area for game_area in blocks if game_area.wide > 0]
    if not any(game_area.high for game_area in blocks):
        return SafeString("")
    whole = sum(game_area.wide for game_area in blocks)
    right = WIDTH - MARGIN
    y = scale(0, max(max(game_area.high for game_area in blocks), room, 1), BASE, 20)
    parts: list[str] = []
    narrow: list[str] = []
    left = 0.0
    for game_area in blocks:
        wide = game_area.wide / whole * right
        top = y(game_area.high)
        parts.append(svg.rect(left, top, wide - GAP, BASE - top, svg.BAND))
        parts.append(svg.rect(left, top - 1, wide - GAP, 2, svg.GREEN))
        middle = left + (wide - GAP) / 2
        if (
            not narrow
            and max(len(game_area.name), len(format_value(game_area.high))) * CHARACTER_WIDTH
            <= wide - GAP
        ):
            parts.append(
                svg.text(
                    middle,
                    _clear(top, y(room)),
                    format_value(game_area.high),
                    at="middle",
                    bold=True,
                )
            )
            parts.append(svg.text(middle, BASE + 15, game_area.name, at="middle"))
        else:
            narrow.append(f"{game_area.name} {format_value(game_area.high)}")
        left += wide
    parts.append(svg.line((0, y(room)), (right, y(room)), stroke=svg.INK, dash="3 3"))
    parts.append(svg.line((0, BASE), (right, BASE)))
    parts.append(svg.text(right + 6, y(room) + 4, f"all {format_value(room)}", fill=svg.INK_2))
    tall = BASE + 22
    for text in _lines(narrow, whole=len(narrow) == len(blocks)):
        parts.append(svg.text(0, tall + 11, text, fill=svg.INK_2))
        tall += 17
    description = ", ".join(
        f"{game_area.name} {format_value(game_area.high)}" for game_area in blocks[:12]
    )
    return svg.drawing(
        WIDTH, tall, f"Drop per open-table hour: {description}; all {format_value(room)}.", parts
    )


def _clear(top: float, dashes: float) -> float:
    """Return the position of the number: above the block, or inside it if the dashed line would cross the number."""
    above = top - 6
    return above if not dashes - 3 < above < dashes + 15 else max(top, dashes) + 16


def _lines(narrow: Sequence[str], *, whole: bool) -> Iterator[str]:
    """Yield the names and values of narrow blocks in lines."""
    line = "From left:" if whole else "Then:"
    for number, item in enumerate(narrow):
        text = f"{item}{',' if number < len(narrow) - 1 else ''}"
        if len(line) + len(text) >= LINE_LENGTH:
            yield line
            line = text
        else:
            line = f"{line} {text}"
    if narrow:
        yield line
