"""A report as PDF: the page's blocks, two next to each other on landscape A4; a shift on two pages of portrait A4."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from reports.export.csv_file import Facts
from reports.export.shift_paper import shift_rows
from web.printing.pdf import pdf

if TYPE_CHECKING:
    from reports.pages.build import Report
    from reports.pages.table_html import ReportBlock


def pdf_bytes(report: "Report", facts: Facts) -> bytes:
    """Return the PDF. facts: names and values for its head. Raises `Refusal`: `no_pdf_library`."""
    is_shift = report.kind.key == "shift"
    pairs = shift_rows(report.blocks) if is_shift else list(rows(report.blocks))
    # Nothing on paper is a link.
    context: dict[str, object] = {
        "report": report,
        "facts": facts,
        "pairs": pairs,
        "is_shift": is_shift,
        "permissions": (),
    }
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
