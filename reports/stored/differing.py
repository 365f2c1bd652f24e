"""What differs between two editions of a report, cell by cell. Pure."""

from collections import Counter
from collections.abc import Sequence, Set
from typing import Any

from reports.figures.sheets import Row, Sheet
from reports.stored.content import said_plainly

MOST = 60  # cells; what is more is said as a number
NAMES = ("text", "moment", "day")  # columns that say which row it is
_WORDS = {"reason", "result", "by", "ended"}  # text that may change in a row
FIRST = ("records", "boxes")  # what people did comes before the figures that follow from it
# {sheet, row, column, kind, before, after} as JSON; row: pairs of kind and value; column "" of a row, new or gone
Differing = dict[str, Any]
Names = list[list[str]]
Key = tuple[tuple[str, str], ...]


def differing(before: Sequence[Sheet], after: Sequence[Sheet]) -> list[Differing]:
    """In the order of the sheets, what people did first; one without a row says how many more there are."""
    old = {sheet.key: sheet for sheet in before}
    ordered = sorted(after, key=lambda one: one.key not in FIRST)
    found = [one for sheet in ordered for one in _sheets(old.get(sheet.key), sheet)]
    if len(found) <= MOST:
        return found
    more = _said("", [], "", "int", None, len(found) - MOST)
    return [*found[:MOST], more]


def _sheets(old: Sheet | None, new: Sheet) -> list[Differing]:
    both = {one.key for one in new.columns}  # an older edition may have fewer columns
    if old is not None:
        both &= {one.key for one in old.columns}
    then, now = _rows(old, both), _rows(new, both)
    found = []
    for key in [*then, *(key for key in now if key not in then)]:
        row = [[kind, value] for kind, value in key[:-1] if value]
        if key in then and key in now:
            assert old is not None
            found += _cells(old, new, row, then[key], now[key])
        else:
            gone, come = ("there", "gone") if key in then else (None, "new")
            found.append(_said(new.title, row, "", "text", gone, come))
    return found


def _cells(old: Sheet, new: Sheet, row: Names, then: Row, now: Row) -> list[Differing]:
    """Cells of the columns that both have; ends of intervals follow from the others and are left out."""
    values = dict(zip((column.key for column in old.columns), then, strict=True))
    return [
        _said(new.title, row, column.title, column.kind, values[column.key], value)
        for column, value in zip(new.columns, now, strict=True)
        if column.key in values
        and values[column.key] != value
        and not column.kind.endswith("interval")
        and not column.key.endswith("_give")
    ]


def _rows(sheet: Sheet | None, named: Set[str]) -> dict[Key, Row]:
    """By what names them, of these columns; alike ones are numbered."""
    if sheet is None:
        return {}
    alike: Counter[Key] = Counter()
    found = {}
    for row in (*sheet.rows, *((sheet.total,) if sheet.total else ())):
        names = tuple(
            (column.kind, said_plainly(value))
            for column, value in zip(sheet.columns, row, strict=True)
            if column.kind in NAMES and column.key in named - _WORDS and value is not None
        )
        alike[names] += 1
        found[*names, ("", str(alike[names]))] = row
    return found


def _said(sheet: str, row: Names, column: str, kind: str, before: Any, after: Any) -> Differing:
    return {
        "sheet": sheet, "row": row, "column": column, "kind": kind, "before": before, "after": after,
    }  # fmt: skip
