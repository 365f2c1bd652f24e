"""A shift, a day, a week or a range on a few pages of portrait A4: all games in one table, waits, floor calls.

Figures over time are drawn without their table; all others have no drawing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reports.pages.table_html import NO_DRAWING, ReportBlock, TableCell

# The blocks with a row for each game, all in the same order, and their columns in the combined
# table.
GAMES = {
    "pace": slice(0, 4),
    "drop": slice(1, None),
    "seats": slice(3, 4),
    "hands": slice(2, None, 3),
}
ROWS = (
    ("games",),
    ("series", "take"),
    ("waits", "lost_causes"),
    ("shifts",),
    ("kinds",),
    ("calls",),
    ("here",),
    ("reasons", "incidents"),
    ("silences",),
)
DRAWN = ("series", "take")
# Page and files list these calls one by one; on paper no one would read those pages.
LEFT_OUT = ("each", *GAMES)


def portrait_rows(blocks: Iterable[ReportBlock]) -> list[list[ReportBlock]]:
    """Return a report's blocks in rows as in its PDF; blocks of one row are printed side by side."""
    block_by_key = {
        block.key: _drawn(block) if block.key in DRAWN else _without_drawings(block)
        for block in blocks
    }
    games = [block_by_key[key] for key in GAMES if key in block_by_key]
    if games:
        block_by_key["games"] = _games(games)
    placed = {key for row in ROWS for key in row}
    rows = (*ROWS, *((key,) for key in block_by_key if key not in placed and key not in LEFT_OUT))
    rows_of_blocks = ([block_by_key[key] for key in row if key in block_by_key] for row in rows)
    return [[replace(block, wide=len(row) == 1) for block in row] for row in rows_of_blocks if row]


def _games(blocks: Sequence[ReportBlock]) -> ReportBlock:
    """Return one table with the columns of several blocks for each game."""
    parts = [(block, GAMES[block.key]) for block in blocks]

    def joined(row: int | None) -> tuple[TableCell, ...]:
        lines = ((block.total if row is None else block.rows[row], part) for block, part in parts)
        return tuple(cell for line, part in lines for cell in line[part])

    first = blocks[0]
    return replace(
        first,
        key="games",
        subtitle="Hands and drop per table-hour with 95% intervals, the seats taken, and hands not followed to the end",
        head=tuple(cell for block, part in parts for cell in block.head[part]),
        rows=tuple(joined(number) for number in range(len(first.rows))),
        total=joined(None),
    )


def _drawn(block: ReportBlock) -> ReportBlock:
    """Return a block without its table if it has a chart."""
    return replace(block, head=(), rows=(), total=(), note="") if block.chart else block


def _without_drawings(block: ReportBlock) -> ReportBlock:
    """Return a block without its chart, its column of drawings and the line that explains them."""
    drawn = {at for row in (block.head, *block.rows) for at, cell in enumerate(row) if cell.html}

    def without_drawn(row: Sequence[TableCell]) -> tuple[TableCell, ...]:
        return tuple(cell for at, cell in enumerate(row) if at not in drawn)

    return replace(
        block,
        chart=NO_DRAWING,
        subtitle="" if drawn or block.chart else block.subtitle,
        head=without_drawn(block.head),
        rows=tuple(without_drawn(row) for row in block.rows),
        total=without_drawn(block.total),
    )
