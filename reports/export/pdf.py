"""A report as PDF: the page's blocks, two next to each other on landscape A4."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from reports.export.csv_file import Facts
from web.printing.pdf import pdf

# Of a shift: page and files list its calls one by one; on paper they are pages that no one reads.
LEFT_OUT = ("each",)

if TYPE_CHECKING:
    from reports.pages.build import Report
    from reports.pages.table_html import ReportBlock


def pdf_bytes(report: "Report", facts: Facts) -> bytes:
    """Return the PDF. facts: names and values for its head. Raises `Refusal`: `no_pdf_library`."""
    left_out = LEFT_OUT if report.kind.key == "shift" else ()
    pairs = list(rows(block for block in report.blocks if block.key not in left_out))
    context = {"report": report, "facts": facts, "pairs": pairs, "left_out": bool(left_out)}
    return pdf("reports/pdf.html", context)


def rows(blocks: "Iterable[ReportBlock]") -> "Iterable[list[ReportBlock]]":
    """Arrange blocks in rows: a wide block has its own row, two others share one, in their order."""
    row: list[ReportBlock] = []
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
