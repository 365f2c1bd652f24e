"""An archived report as a file, built only from what is stored."""

from reports import chain_status
from reports.archive.content import read
from reports.archive.pdf import log_of, paper_of, title_of
from reports.export.csv_file import csv_bytes
from reports.export.display_values import dated
from reports.export.xlsx_file import xlsx_bytes
from reports.models import ArchivedReport


def content_as(report: ArchivedReport, form: str) -> bytes | None:
    """Return the report as csv, xlsx or pdf; None if the PDF library is not installed."""
    if form == "pdf":
        paper = paper_of(report)
        return bytes(paper.content) if paper else None
    known = chain_status.from_json(report.proof)
    sheets = (*read(report.content), *((chain_status.heads_sheet(known),) if known else ()))
    write = csv_bytes if form == "csv" else xlsx_bytes
    return write(sheets, facts_of(report))


def facts_of(report: ArchivedReport) -> tuple[tuple[str, str], ...]:
    """Return the facts for the head of the file."""
    edition = f"{report.edition}"
    if report.before is not None:
        edition += f", corrects edition {report.before.edition} of {dated(report.before.made_at)}"
    return (
        ("Report", title_of(report)),
        ("Room", report.room.name),
        ("Of", f"{report.day:%a, %b %-d, %Y}"),
        ("Over at", dated(report.ends_at)),
        ("Edition", edition),
        ("Stored", f"{dated(report.made_at)}, definitions {report.definitions}"),
        ("Log", log_of(report)),
    )
