"""Widths and heights whose area is the sum: table-hours wide, money an hour high."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from reports.charts import svg
from reports.charts.scales import scale


@dataclass(frozen=True, slots=True)
class Block:
    """One game: how wide, how high."""

    name: str
    wide: float
    high: float


def areas(blocks: Sequence[Block], *, room: float, said: Callable[[float], str]) -> SafeString:
    """Blocks side by side, the widest first as they come; room: the height of all together, a dashed line."""
    blocks = [one for one in blocks if one.wide > 0]
    if not blocks:
        return SafeString("")
    whole = sum(one.wide for one in blocks)
    base, gap = 150.0, 1.5
    y = scale(0, max(max(one.high for one in blocks), room, 1), base, 20)
    parts: list[str] = []
    left, named = 0.0, 0.0
    for one in blocks:
        wide = one.wide / whole * 415
        top = y(one.high)
        parts.append(svg.rect(left, top, wide - gap, base - top, svg.BAND))
        parts.append(svg.rect(left, top - 1, wide - gap, 2, svg.GREEN))
        middle = left + (wide - gap) / 2
        if wide > 30:
            parts.append(svg.text(middle, _clear(top, y(room)), said(one.high), at="middle", bold=True))  # fmt: skip
        if (fits := int((wide - 4) / 7.5)) >= 4 and left >= named:
            name = one.name if len(one.name) <= fits else f"{one.name[: fits - 1].rstrip()}\u2026"
            parts.append(svg.text(middle, base + 15, name, at="middle"))
            named = left + wide
        left += wide
    parts.append(svg.line((0, y(room)), (415, y(room)), stroke=svg.INK, dash="3 3"))
    parts.append(svg.line((0, base), (415, base)))
    parts.append(svg.text(415, y(room) - 5, f"all {said(room)}", at="end", fill=svg.INK_2))
    told = ", ".join(f"{one.name} {said(one.high)}" for one in blocks[:12])
    return svg.drawing(415, 172, f"An hour of an open table: {told}; all {said(room)}.", parts)


def _clear(top: float, dashes: float) -> float:
    """Above the block, or in it where the dashed line would run through the number."""
    above = top - 6
    return above if not dashes - 3 < above < dashes + 15 else max(top, dashes) + 16
