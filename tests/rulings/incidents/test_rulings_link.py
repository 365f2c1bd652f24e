"""An incident and the ruling of its hand are linked by a note; the report never changes (S-012, S-028)."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from players.models import Player
from poker.commands import Act
from poker.refusal import Refusal
from rulings.calls.models import Ruling
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.notes import note_add, rulings_of
from rulings.incidents.recording import IncidentReport, incident_record
from staff.models import Staff
from tests.support.incident_pages import page_url, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rowan() -> Staff:
    return create_staff("supervisor", alias="Rowan", badge="201")


@pytest.fixture
def incident(game: TableDriver) -> Incident:
    """An incident in hand 1, of seat 3."""
    game.execute(Act(4, "fold"))
    report = IncidentReport(
        command_id=uuid4(),
        category="etq_04_deliberate_oot",
        seat=3,
        player=Player.objects.get(alias="Pebble 3").key,
        hand=1,
    )
    game.table.stream.refresh_from_db()
    wren = create_staff("dealer", alias="Wren", badge="101")
    return incident_record(table=game.table, staff=wren, report=report, now=game.now)


def create_ruling(game: TableDriver, by: Staff, number: str = "R 1121-01", **fields: Any) -> Ruling:
    data = {"hand": 1, "decision": "accepted", "result": "The check of seat 3 is binding."}
    return Ruling.objects.create(
        number=number,
        room=game.table.room,
        table=game.table,
        by=by,
        at=game.now,
        day=date(2026, 11, 21),
        **(data | fields),
    )


def test_a_note_names_a_ruling_of_the_hand(
    game: TableDriver, incident: Incident, rowan: Staff
) -> None:
    ruling = create_ruling(game, rowan)
    other_ruling = create_ruling(game, rowan, "R 1121-02", hand=2)
    assert list(rulings_of(incident)) == [ruling]
    for invalid_ruling in (other_ruling.pk, 0, 10**17):
        with pytest.raises(Refusal, match="incident_ruling"):
            note_add(incident=incident, staff=rowan, text="x", ruling=invalid_ruling, now=game.now)
    for _ in range(2):
        note_add(incident=incident, staff=rowan, text="", ruling=ruling.pk, now=game.now)
    assert IncidentNote.objects.get().ruling == ruling
    assert list(Incident.objects.filter(notes__ruling=ruling)) == [incident]
    with pytest.raises(DatabaseError, match="never"), transaction.atomic():
        IncidentNote.objects.update(ruling=None)


def test_incident_page_offers_and_shows_a_ruling(
    game: TableDriver, incident: Incident, rowan: Staff
) -> None:
    client = sign_in_client("201")
    page = page_url("incident", incident.pk)
    assert "ruling of this hand" not in PageContent(client.get(page)).text
    ruling = create_ruling(game, rowan)
    choices = [
        choice for field in PageContent(client.get(page)).fields() for choice in field.choices
    ]
    assert "R 1121-01: The check of seat 3 is binding." in choices
    response = client.post(page_url("note", incident.pk), {"text": "", "ruling": "9' OR 1"})
    assert response.status_code == 422
    assert "That ruling isn\u2019t from this hand." in PageContent(response).alert()
    client.post(page_url("note", incident.pk), {"text": "", "ruling": str(ruling.pk)})
    assert "Ruling R 1121-01: The check of seat 3 is binding." in PageContent(client.get(page)).text
