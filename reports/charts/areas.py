"""Widths and heights whose area is the sum: table-hours wide, money an hour high."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import scale

WIDTH, MARGIN = (
    415.0,
    66.0,
)  # of the drawing; at its right edge the words of the dashed line stand alone
BASE, GAP = 150.0, 1.5
LETTER = 6.8  # room for one
LINE = 62  # letters of a line below


@dataclass(frozen=True, slots=True)
class Block:
    """One game: how wide, how high."""

    name: str
    wide: float
    high: float


def areas(blocks: Sequence[Block], *, room: float, said: Callable[[float], str]) -> SafeString:
    """Blocks side by side, the widest first as they come; room: the height of all together, a dashed line.

    Those too narrow for name and value have both below, from the left.
    """
    blocks = [one for one in blocks if one.wide > 0]
    if not any(one.high for one in blocks):
        return SafeString("")
    whole, right = sum(one.wide for one in blocks), WIDTH - MARGIN
    y = scale(0, max(max(one.high for one in blocks), room, 1), BASE, 20)
    parts: list[str] = []
    narrow: list[str] = []
    left = 0.0
    for one in blocks:
        wide = one.wide / whole * right
        top = y(one.high)
        parts.append(svg.rect(left, top, wide - GAP, BASE - top, svg.BAND))
        parts.append(svg.rect(left, top - 1, wide - GAP, 2, svg.GREEN))
        middle = left + (wide - GAP) / 2
        if not narrow and max(len(one.name), len(said(one.high))) * LETTER <= wide - GAP:
            parts.append(svg.text(middle, _clear(top, y(room)), said(one.high), at="middle", bold=True))  # fmt: skip
            parts.append(svg.text(middle, BASE + 15, one.name, at="middle"))
        else:
            narrow.append(f"{one.name} {said(one.high)}")
        left += wide
    parts.append(svg.line((0, y(room)), (right, y(room)), stroke=svg.INK, dash="3 3"))
    parts.append(svg.line((0, BASE), (right, BASE)))
    parts.append(svg.text(right + 6, y(room) + 4, f"all {said(room)}", fill=svg.INK_2))
    tall = BASE + 22
    for words in _lines(narrow, whole=len(narrow) == len(blocks)):
        parts.append(svg.text(0, tall + 11, words, fill=svg.INK_2))
        tall += 17
    told = ", ".join(f"{one.name} {said(one.high)}" for one in blocks[:12])
    return svg.drawing(WIDTH, tall, f"An hour of an open table: {told}; all {said(room)}.", parts)


def _clear(top: float, dashes: float) -> float:
    """Above the block, or in it where the dashed line would run through the number."""
    above = top - 6
    return above if not dashes - 3 < above < dashes + 15 else max(top, dashes) + 16


def _lines(narrow: Sequence[str], *, whole: bool) -> Iterator[str]:
    """Names and values of those without room for them, in lines."""
    line = "From the left:" if whole else "Then:"
    for number, one in enumerate(narrow):
        said = f"{one}{',' if number < len(narrow) - 1 else ''}"
        if len(line) + len(said) >= LINE:
            yield line
            line = said
        else:
            line = f"{line} {said}"
    if narrow:
        yield line
