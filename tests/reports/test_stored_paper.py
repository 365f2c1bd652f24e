"""The PDF of a stored report."""

import pytest

from reports.models import StoredReport
from reports.stored.keeping import room_keep
from reports.stored.paper import paper_of
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
