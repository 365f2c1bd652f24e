"""Rows of an uploaded CSV file: UTF-8, with or without a byte order mark, with commas or semicolons."""

import csv
import io
from collections.abc import Collection, Iterator, Mapping

from poker.refusal import Refusal

FORMULA_PREFIXES = ("=", "+", "-", "@", "|")


def csv_rows(
    data: bytes, *, columns: Mapping[str, str], required: Collection[str], max_bytes: int
) -> Iterator[tuple[int, dict[str, str] | Refusal]]:
    """Yield line number and cells of each nonempty row, or the reason why it cannot be read. columns: the name of a
    cell by the name in the header. Raises `Refusal` for the file as a whole: `csv_long`, `csv_encoding`, `csv_empty`,
    `csv_column`, `csv_alias`, `csv_required`.
    """
    text = _text(data, max_bytes)
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = ";" if ";" in first and "," not in first else ","
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=separator)
    names: list[str] | None = None
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            break
        except csv.Error:
            yield line, Refusal("csv_quotes", "")
            continue
        if not any(cell.strip() for cell in row):
            continue
        if names is None:
            names = _header(row, columns, required)
        elif len(row) > len(names):
            yield line, Refusal("csv_cells", "", cells=len(row), columns=len(names))
        else:
            yield line, {**dict.fromkeys(names, ""), **dict(zip(names, row, strict=False))}
    if names is None:
        raise Refusal("csv_empty", "")


def formulas(cells: Mapping[str, str]) -> Iterator[Refusal]:
    """Yield a refusal for each cell that a spreadsheet would execute; a phone number may start with +."""
    for name, cell in cells.items():
        text = cell.strip()
        if text.startswith(FORMULA_PREFIXES) and not (name == "phone" and text.startswith("+")):
            yield Refusal("csv_formula", "", cell=text[:20])


def _text(data: bytes, max_bytes: int) -> str:
    if len(data) > max_bytes:
        raise Refusal("csv_long", "", megabytes=max_bytes // 1_000_000)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal("csv_encoding", "", line=line) from error
    if "\0" in text:
        raise Refusal("csv_encoding", "", line=text.count("\n", 0, text.index("\0")) + 1)
    return text


def _header(row: list[str], columns: Mapping[str, str], required: Collection[str]) -> list[str]:
    names = [cell.strip().casefold().replace(" ", "_") for cell in row]
    for name in names:
        if name not in columns or names.count(name) > 1:
            raise Refusal("csv_column", "", column=name[:40], columns=", ".join(columns))
    missing = next((name for name in required if name not in names), "")
    if missing == "alias":
        raise Refusal("csv_alias", "")
    if missing:
        raise Refusal("csv_required", "", column=missing)
    return [columns[name] for name in names]
