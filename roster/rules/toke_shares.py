"""The shares of tokes: groups by percent, a dealer's own box, and pools by hours or downs, all to the cent.

Odd cents go to the largest remainders and between equal ones by key, so that a split can be checked by hand.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from promotions.rules.splits import split
from roster.rules.toke_state import (
    BoxTotal,
    LineKind,
    OtherShare,
    SplitChain,
    SplitLine,
    Unit,
    Weight,
)

WHOLE = 100  # percent


def total_of(lines: Iterable[SplitLine]) -> int:
    """Return what the lines give together."""
    return sum(line.amount for line in lines)


def shares(
    boxes: Iterable[BoxTotal],
    *,
    others: Sequence[OtherShare] = (),
    weights: Iterable[Weight] = (),
    unit: Unit = "minutes",
    kind: LineKind = "pool",
) -> tuple[SplitLine, ...]:
    """Return a line for everyone with a share. The lines add up to the boxes.

    A dealer's own box is theirs. All other boxes are one pool. Each group gets its percentage of both.
    """
    own, pool = _totals(boxes)
    rest, parts = _without_others(pool, others)
    lines = list(_pool_lines(rest, weights, unit, kind))
    for key, total in sorted(own.items()):
        own_rest, own_parts = _without_others(total, others)
        lines.append(SplitLine(key, "own", own_rest, 1, 1, "box", own_rest))
        parts = [part + own_part for part, own_part in zip(parts, own_parts, strict=True)]
    whole = pool + sum(own.values())
    for other, part in zip(others, parts, strict=True):
        lines.append(SplitLine(other.key, "other", part, other.percent, WHOLE, "percent", whole))
    return tuple(line for line in lines if line.weight)


def difference(chain: SplitChain, box: int, total: int) -> tuple[SplitLine, ...]:
    """Return the lines of the split that follows a corrected count, without those of nothing.

    Everyone ends with exactly what the right count would have given them: each line is the new share less what was
    given before.
    """
    boxes = [replace(item, total=total) if item.number == box else item for item in chain.totals]
    given: dict[tuple[str, LineKind], int] = defaultdict(int)
    for line in chain.given:
        given[line.key, line.kind] += line.amount
    lines = [
        replace(
            line,
            amount=line.amount - given[line.key, line.kind],
            before=given[line.key, line.kind],
        )
        for line in _shares_like(chain.lines, boxes)
    ]
    return tuple(line for line in lines if line.amount)


def _shares_like(lines: Sequence[SplitLine], boxes: Sequence[BoxTotal]) -> tuple[SplitLine, ...]:
    """Return the shares of other totals by the percentages and weights of a split."""
    pooled = [line for line in lines if line.kind in ("pool", "event")]
    return shares(
        boxes,
        others=[
            OtherShare(line.key, line.key, line.weight) for line in lines if line.kind == "other"
        ],
        weights=[Weight(line.key, line.weight) for line in pooled],
        unit=pooled[0].unit if pooled else "minutes",
        kind=pooled[0].kind if pooled else "pool",
    )


def _totals(boxes: Iterable[BoxTotal]) -> tuple[Mapping[str, int], int]:
    """Return the own tokes by dealer, and the pool."""
    own: dict[str, int] = defaultdict(int)
    pool = 0
    for box in boxes:
        if box.source == "dealer":
            own[box.ref] += box.total
        else:
            pool += box.total
    return own, pool


def _without_others(amount: int, others: Sequence[OtherShare]) -> tuple[int, list[int]]:
    """Return what is left of an amount, and the part of each group."""
    percents = [other.percent for other in others]
    rest, *parts = split(amount, [WHOLE - sum(percents), *percents])
    return rest, parts


def _pool_lines(
    amount: int, weights: Iterable[Weight], unit: Unit, kind: LineKind
) -> Iterable[SplitLine]:
    rows = sorted((row for row in weights if row.value > 0), key=lambda row: row.key)
    whole = sum(row.value for row in rows)
    amounts = split(amount, [row.value for row in rows])
    for row, part in zip(rows, amounts, strict=True):
        yield SplitLine(row.key, kind, part, row.value, whole, unit, amount)
