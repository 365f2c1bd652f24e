"""Differences between two editions of a report, cell by cell. Pure."""

from collections import Counter
from collections.abc import Sequence, Set

from poker.json_types import JsonObject
from reports.archive.content import BOXES, FINDINGS, RECORDS, to_json_value
from reports.figures.figure import Row, Sheet

MAX_CELLS = 60  # cells listed; further ones are only counted
NAMES = ("text", "moment", "day")  # kinds of columns that identify a row
_WORDS = {"reason", "result", "by", "ended"}  # text columns that may change within a row
# Records made by people come before the figures that depend on them.
FIRST_SHEETS = (RECORDS.key, BOXES.key)
# One difference as JSON: {sheet, row, column, kind, before, after}. row: pairs of kind and value.
# column: "" if the row was added or removed.
Differing = JsonObject
Names = list[list[str]]
Key = tuple[tuple[str, str], ...]


def diff(before: Sequence[Sheet], after: Sequence[Sheet]) -> list[Differing]:
    """Return the differing cells in the order of the sheets, records of people first.

    What changed and what to look at are not compared: they depend on other figures, and early editions don't have them.
    Beyond the limit, a last element without a row has the number of further differences.
    """
    old = {sheet.key: sheet for sheet in before}
    compared = [sheet for sheet in after if sheet.key not in FINDINGS]
    ordered = sorted(compared, key=lambda sheet: sheet.key not in FIRST_SHEETS)
    changes = [change for sheet in ordered for change in _sheets(old.get(sheet.key), sheet)]
    if len(changes) <= MAX_CELLS:
        return changes
    more = _difference("", [], "", "int", None, len(changes) - MAX_CELLS)
    return [*changes[:MAX_CELLS], more]


def _sheets(old: Sheet | None, new: Sheet) -> list[Differing]:
    both = {column.key for column in new.columns}  # an older edition may have fewer columns
    if old is not None:
        both &= {column.key for column in old.columns}
    then = _rows(old, both)
    now = _rows(new, both)
    results = []
    for key in [*then, *(key for key in now if key not in then)]:
        row = [[kind, value] for kind, value in key[:-1] if value]
        if key in then and key in now:
            assert old is not None
            results += _cells(old, new, row, then[key], now[key])
        else:
            gone, come = ("there", "gone") if key in then else (None, "new")
            results.append(_difference(new.title, row, "", "text", gone, come))
    return results


def _cells(old: Sheet, new: Sheet, row: Names, then: Row, now: Row) -> list[Differing]:
    """Compare the columns that both sheets have; interval ends depend on other figures and are skipped."""
    values = dict(zip((column.key for column in old.columns), then, strict=True))
    return [
        _difference(new.title, row, column.title, column.kind, values[column.key], value)
        for column, value in zip(new.columns, now, strict=True)
        if column.key in values
        and values[column.key] != value
        and not column.kind.endswith("interval")
        and not column.key.endswith("_give")
    ]


def _rows(sheet: Sheet | None, set: Set[str]) -> dict[Key, Row]:
    """Return the rows keyed by their values in these columns; identical rows are numbered."""
    if sheet is None:
        return {}
    alike: Counter[Key] = Counter()
    results = {}
    for row in (*sheet.rows, *((sheet.total,) if sheet.total else ())):
        names = tuple(
            (column.kind, to_json_value(value))
            for column, value in zip(sheet.columns, row, strict=True)
            if column.kind in NAMES and column.key in set - _WORDS and value is not None
        )
        alike[names] += 1
        results[*names, ("", str(alike[names]))] = row
    return results


def _difference(
    sheet: str, row: Names, column: str, kind: str, before: object, after: object
) -> Differing:
    return {
        "sheet": sheet,
        "row": row,
        "column": column,
        "kind": kind,
        "before": before,
        "after": after,
    }
