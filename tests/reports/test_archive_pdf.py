"""The PDF of an archived report."""

from itertools import pairwise

import pytest

from reports.archive.archiving import room_archive_reports
from reports.archive.content import plain, read
from reports.archive.pdf import figures_of, paper_of, part
from reports.figures.dashboard import dashboard
from reports.figures.figure import Column, Row, Sheet
from reports.figures.ranges import ReportRange
from reports.figures.sheets import sheets
from reports.models import ArchivedReport
from tests.support import report_rows
from tests.support.room import create_staff
from tools.simulation.night import Night

INTERVALS = {
    "pace": {"Partial, interval"},
    "waits": {"Left, interval"},
    "calls": {"Interval", "Overridden, interval"},
    "reasons": {"Interval"},
}
pytestmark = pytest.mark.django_db


@pytest.mark.release_on_postgresql
@pytest.mark.release
def test_pdf_is_built_from_the_archive_and_stored(night: Night) -> None:
    room_archive_reports(night.house.room, now=night.now)
    report = ArchivedReport.objects.get(room=night.house.room)
    pdf_bytes = paper_of(report)
    assert pdf_bytes is not None
    assert bytes(pdf_bytes.content).startswith(b"%PDF-")
    second_pdf = paper_of(report)
    assert second_pdf is not None
    assert second_pdf.pk == pdf_bytes.pk


def test_headline_figures_show_their_basis() -> None:
    def sheet(key: str, report_rows: tuple[Row, ...], **total: int) -> Sheet:
        columns = tuple(Column(name, name, "money") for name in total)
        return Sheet(key, key, columns, report_rows, tuple(total.values()))

    drop = sheet("drop", (), drop=42100, rake=26700, jackpot=2800, time=12600)
    boxes = sheet("boxes", ((10000, 10000), (17600, 17600)), logged=27600, counted=27600)
    assert figures_of((drop, boxes)) == [
        ("Drop, logged", "$421", "rake $267 + jackpot $28 + time $126"),
        ("Boxes, counted", "$276", "2 boxes, $276 logged"),
    ]


def test_each_rate_has_its_interval_on_page_and_pdf() -> None:
    """As \u00b1 where the sheet has that, else from low to high; and so have the first figures."""
    night = report_rows.create_night(
        create_staff("dealer"), create_staff("dealer", alias="Finch", badge="102")
    )
    report_sheets = sheets(
        dashboard(ReportRange(room=night.room, first=report_rows.DAY, last=report_rows.DAY))
    )
    for sheet in report_sheets:
        texts = {cell.text for cell in part(sheet).head}
        for before, column in pairwise(sheet.columns):
            if column.kind.endswith("interval"):
                assert column.title in texts or "\u00b1" in before.title, (sheet.key, column.key)
        assert texts >= INTERVALS.get(sheet.key, set())
    first = {
        name: (value, interval) for name, value, interval in figures_of(read(plain(report_sheets)))
    }
    assert first["Proposals overridden"] == ("1", "interval 2% to 38%")
    assert first["Calls per 1,000 hands"][1].startswith("interval 19.")
    assert " to " in first["Left without a seat"][1]
    assert " to " in first["Hands per table-hour"][1]
