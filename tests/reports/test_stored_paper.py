"""The PDF of a stored report."""

import pytest

from reports.figures.sheets import Column, Row, Sheet
from reports.models import StoredReport
from reports.stored.keeping import room_keep
from reports.stored.paper import figures_of, paper_of
from simulation.night import Night

pytestmark = pytest.mark.django_db


def test_it_is_made_of_what_is_stored_and_kept(night: Night) -> None:
    room_keep(night.house.room, now=night.now)
    report = StoredReport.objects.get(room=night.house.room)
    paper = paper_of(report)
    assert paper is not None
    assert bytes(paper.content).startswith(b"%PDF-")
    again = paper_of(report)
    assert again is not None
    assert again.pk == paper.pk


def test_first_figures_say_what_they_are_made_of() -> None:
    def sheet(key: str, rows: tuple[Row, ...], **total: int) -> Sheet:
        columns = tuple(Column(name, name, "money") for name in total)
        return Sheet(key, key, columns, rows, tuple(total.values()))

    drop = sheet("drop", (), drop=42100, rake=26700, jackpot=2800, time=12600)
    boxes = sheet("boxes", ((10000, 10000), (17600, 17600)), logged=27600, counted=27600)
    assert figures_of((drop, boxes)) == [
        ("Drop, by the log", "$421", "rake $267 + jackpot $28 + time $126"),
        ("Counted in the boxes", "$276", "2 boxes, $276 by the log"),
    ]
