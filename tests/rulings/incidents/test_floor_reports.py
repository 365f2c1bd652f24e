"""What the floor itself reports: with detail, once, and refused in a sentence with nothing lost that was typed."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.models import Player
from rulings.incidents.models import Incident
from tables.lifecycle import table_create
from tables.models import Room, Staff
from tests.rulings.incidents.test_pages import at, rowan, signed_in, text, wren
from tests.tables.room import Small, staff

__all__ = ["rowan", "wren"]
pytestmark = pytest.mark.django_db(transaction=True)


def filled(room: Small, **other: str) -> dict[str, str]:
    data = {
        "command_id": str(uuid4()),
        "table": room.table.name,
        "seat": "3",
        "category": "etq_12_splash",
        "severity": "2",
        "seen_by": "camera",
        "note": "Twice in ten minutes.",
    }
    return data | other


def report(client: Client, data: dict[str, str]) -> Any:
    return client.post(at("report"), data)


@pytest.fixture
def floor(room: Small, rowan: Staff) -> Client:
    room.sit(3, 4)
    return signed_in("201")


def test_it_is_recorded_with_its_detail_and_once(room: Small, floor: Client):
    data = filled(room)
    for _ in range(2):
        assert report(floor, data).status_code == 302
    incident = Incident.objects.get()
    assert (incident.seen_by, incident.severity, incident.seat) == ("camera", 2, 3)
    assert incident.player == Player.objects.get(alias="Pebble 3")
    assert incident.recorded_by.alias == "Rowan"


def test_who_has_left_the_seat_is_named_by_alias(room: Small, floor: Client):
    report(floor, filled(room, seat="4", player="Pebble 4"))
    assert Incident.objects.get().player.alias == "Pebble 4"


def test_where_two_rooms_have_a_table_of_one_name_the_room_is_said(room: Small, floor: Client):
    other = Room.objects.create(name="Annex")
    table_create(
        room=other, name=room.table.name, seats=9, plaque=None, actor="staff.1", now=room.now
    )
    assert "oose the table" in text(report(floor, filled(room)))
    here = f"{room.table.room.name} / {room.table.name}"
    assert report(floor, filled(room, table=here)).status_code == 302
    assert Incident.objects.get().table == room.table
    listed = text(floor.get(at("index"), {"table": here}))
    assert "Pebble 3" in listed
    assert "Pebble 3" not in text(floor.get(at("index"), {"table": f"Annex / {room.table.name}"}))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"table": "T99"}, "oose the table"),
        ({"seat": "x"}, "oose the table"),
        ({"seat": "44"}, "the table has"),
        ({"seat": "5"}, "in seat 5"),
        ({"player": "Nobody"}, "no player named Nobody"),
        ({"category": "nonsense"}, "no longer exists"),
        ({"severity": "9"}, "severity"),
        ({"seen_by": "a bird"}, "who saw it"),
        ({"hand": "4000"}, "t dealt at this table"),
        ({"note": "x" * 2001}, "too long"),
        ({"command_id": "1"}, "Tap it again"),
    ],
)
def test_what_cannot_be_is_refused_and_what_was_typed_stays(
    room: Small, floor: Client, wrong: dict[str, str], says: str
):
    answer = report(floor, filled(room) | wrong)
    assert answer.status_code == 422
    assert says.lower() in text(answer).lower()
    assert wrong.get("note", "Twice in ten minutes.")[:20] in text(answer)
    assert not Incident.objects.exists()


def test_a_dealer_does_not_report_here(room: Small, wren: Staff):
    room.sit(3)
    staff("surveillance", alias="Heron", badge="401")
    assert report(signed_in("401"), filled(room)).status_code == 403
    assert not Incident.objects.exists()
