"""A report on paper: the page's parts, two beside each other on landscape A4."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from documents.pdf import pdf
from reports.writing.csv_file import Facts

if TYPE_CHECKING:
    from reports.pages.making import Report
    from reports.pages.shown import Block


def pdf_bytes(report: "Report", facts: Facts) -> bytes:
    """facts: as every file has them. Refuses `no_pdf_library`."""
    pairs = list(rows(report.blocks))
    return pdf("reports/paper.html", {"report": report, "facts": facts, "pairs": pairs})


def rows(blocks: "Iterable[Block]") -> "Iterable[list[Block]]":
    """A wide part has a row of its own, of the others two share one; else in their order."""
    row: list[Block] = []
    for block in blocks:
        if block.wide:
            yield [block]
            continue
        row.append(block)
        if len(row) == 2:
            yield row
            row = []
    if row:
        yield row
