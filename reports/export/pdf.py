"""A report as PDF: the page's blocks on landscape A4; shifts, days, weeks and ranges on portrait A4."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from reports.export.csv_file import Facts
from reports.export.portrait import portrait_rows
from web.printing.pdf import pdf

if TYPE_CHECKING:
    from reports.pages.build import Report
    from reports.pages.table_html import ReportBlock


PORTRAIT = ("shift", "day", "week", "range")


def pdf_bytes(report: "Report", facts: Facts) -> bytes:
    """Return the PDF. facts: names and values for its head. Raises `Refusal`: `no_pdf_library`."""
    is_portrait = report.kind.key in PORTRAIT
    pairs = portrait_rows(report.blocks) if is_portrait else list(rows(report.blocks))
    # Nothing on paper is a link.
    context: dict[str, object] = {
        "report": report,
        "facts": facts,
        "pairs": pairs,
        "is_portrait": is_portrait,
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
