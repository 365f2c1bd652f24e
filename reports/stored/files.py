"""A stored report as a file, made of what is stored and of nothing else."""

from reports import proof
from reports.models import StoredReport
from reports.stored.content import read
from reports.stored.paper import log_of, paper_of, title_of
from reports.writing.csv_file import csv_bytes
from reports.writing.values import dated
from reports.writing.xlsx_file import xlsx_bytes


def content_as(report: StoredReport, form: str) -> bytes | None:
    """form: csv, xlsx or pdf; None where this machine has no library for paper."""
    if form == "pdf":
        paper = paper_of(report)
        return bytes(paper.content) if paper else None
    known = proof.read(report.proof)
    sheets = (*read(report.content), *((proof.heads_sheet(known),) if known else ()))
    write = csv_bytes if form == "csv" else xlsx_bytes
    return write(sheets, facts_of(report))


def facts_of(report: StoredReport) -> tuple[tuple[str, str], ...]:
    """The head of the file."""
    edition = f"{report.edition}"
    if report.before is not None:
        edition += f", corrects edition {report.before.edition} of {dated(report.before.made_at)}"
    return (
        ("Report", title_of(report)),
        ("Room", report.room.name),
        ("Of", f"{report.day:%a %-d %b %Y}"),
        ("Over at", dated(report.ends_at)),
        ("Edition", edition),
        ("Stored", f"{dated(report.made_at)}, definitions {report.definitions}"),
        ("Log", log_of(report)),
    )
