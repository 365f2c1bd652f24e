"""Incidents reported by the floor: with detail, once, and refused with a message that keeps the entered data."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.models import Player
from poker.commands import Deal, LeaveSeat, NextHand
from rulings.incidents.models import Incident
from staff.models import Room, Staff
from tables.lifecycle import table_create
from tests.support.incident_pages import page_text, page_url, rowan, sign_in_client, wren
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff

__all__ = ["rowan", "wren"]
pytestmark = pytest.mark.django_db(transaction=True)


def report_form(room: TableDriver, **changes: str) -> dict[str, str]:
    data = {
        "command_id": str(uuid4()),
        "table": room.table.name,
        "seat": "3",
        "category": "etq_12_splash",
        "severity": "2",
        "seen_by": "camera",
        "note": "Twice in ten minutes.",
    }
    return data | changes


def post_report(client: Client, data: dict[str, str]) -> Any:
    return client.post(page_url("report"), data)


@pytest.fixture
def floor_client(room: TableDriver, rowan: Staff) -> Client:
    room.seat_players(3, 4)
    return sign_in_client("201")


def test_floor_report_is_recorded_once_with_its_details(room: TableDriver, floor_client: Client):
    data = report_form(room)
    for _ in range(2):
        assert post_report(floor_client, data).status_code == 302
    incident = Incident.objects.get()
    assert (incident.seen_by, incident.severity, incident.seat) == ("camera", 2, 3)
    assert incident.player == Player.objects.get(alias="Pebble 3")
    assert incident.recorded_by.alias == "Rowan"


def test_report_sent_again_in_the_next_hand_is_the_same_report(game: TableDriver, rowan: Staff):
    client = sign_in_client("201")
    data = report_form(game)
    post_report(client, data)
    game.execute(Deal())
    game.execute(NextHand())
    game.execute(LeaveSeat(seat=3))
    game.execute(Deal())
    again = post_report(client, data)
    assert again.status_code == 302, page_text(again)
    assert Incident.objects.get().hand == 1
    game.table.stream.refresh_from_db()
    assert game.table.view.hand.number == 2


def test_departed_player_is_named_by_alias(room: TableDriver, floor_client: Client):
    post_report(floor_client, report_form(room, seat="4", player="Pebble 4"))
    assert Incident.objects.get().player.alias == "Pebble 4"


def test_room_is_shown_for_tables_with_the_same_name(room: TableDriver, floor_client: Client):
    other_room = Room.objects.create(name="Annex")
    table_create(
        room=other_room, name=room.table.name, seats=9, plaque=None, actor="staff.1", now=room.now
    )
    assert "oose the table" in PageContent(post_report(floor_client, report_form(room))).alert()
    table_name = f"{room.table.room.name} / {room.table.name}"
    assert post_report(floor_client, report_form(room, table=table_name)).status_code == 302
    assert Incident.objects.get().table == room.table
    index_text = PageContent(
        page_text(floor_client.get(page_url("index"), {"table": table_name, "room": "all"}))
    )
    index_text.item("Pebble 3")
    assert (
        "Pebble 3"
        not in PageContent(
            floor_client.get(page_url("index"), {"table": f"Annex / {room.table.name}"})
        ).text
    )


def test_other_category_needs_a_note(room: TableDriver, floor_client: Client):
    for note in ("", " \n"):
        refused = post_report(floor_client, report_form(room, category="other", note=note))
        assert refused.status_code == 422
        assert "write what happened" in PageContent(refused).alert()
    assert not Incident.objects.exists()
    assert post_report(floor_client, report_form(room, category="other")).status_code == 302
    assert Incident.objects.get().note == "Twice in ten minutes."


def test_the_form_lists_categories_and_tables(room: TableDriver, floor_client: Client):
    plaque = room.table.plaque
    annex = Room.objects.create(name="Annex")
    for name in ("T10", "T2"):
        table_create(
            room=room.table.room, name=name, seats=9, plaque=plaque, actor="staff.1", now=room.now
        )
    own = {"room": str(room.table.room.pk)}
    assert options(floor_client, "table", own) == ["Which table?", "T1", "T2", "T10"]
    assert "Electronic device" in options(floor_client, "category")
    assert "Slow roll (S-031)" in options(floor_client, "category")
    assert options(floor_client, "category")[-1] == "Other"
    table_create(room=annex, name="T11", seats=9, plaque=None, actor="staff.1", now=room.now)
    riverside = room.table.room.name
    names = [f"{riverside} / T{number}" for number in (1, 2, 10)]
    assert options(floor_client, "table", own) == ["Which table?", "T1", "T2", "T10"]
    assert options(floor_client, "table") == ["Which table?", "T1", "T2", "T10"], "used last"
    everywhere = options(floor_client, "table", {"room": "all"})
    assert everywhere == ["Which table?", "Annex / T11", *names]
    assert options(floor_client, "table", {"room": str(annex.pk)}) == ["Which table?", "T11"]


def test_three_fields_are_enough(room: TableDriver, floor_client: Client):
    page = page_text(floor_client.get(page_url("report")))
    assert re.findall(r'name="(\w+)"[^>]*required', page) == ["table", "seat", "category"]
    fields = {"table": "T1", "seat": "3", "category": "etq_09_stalling"}
    data = {"command_id": str(uuid4())} | fields
    assert post_report(floor_client, data).status_code == 302
    incident = Incident.objects.get()
    assert (incident.player.alias, incident.seen_by) == ("Pebble 3", "supervisor")


def options(client: Client, field: str, query: dict[str, str] | None = None) -> list[str]:
    """Return the texts of a select of the form."""
    select = page_text(client.get(page_url("report"), query or {})).split(f'<select id="{field}"')[
        1
    ]
    return re.findall(r"<option[^>]*>([^<]*)<", select.split("</select>")[0])


@pytest.mark.parametrize(
    ("invalid_fields", "message"),
    [
        ({"table": "T99"}, "oose the table"),
        ({"seat": "x"}, "oose the table"),
        ({"seat": "44"}, "this table has"),
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
def test_invalid_report_is_refused_and_kept(
    room: TableDriver, floor_client: Client, invalid_fields: dict[str, str], message: str
):
    page_result = post_report(floor_client, report_form(room) | invalid_fields)
    assert page_result.status_code == 422
    assert message.lower() in PageContent(page_result).alert().lower()
    assert (
        invalid_fields.get("note", "Twice in ten minutes.")[:20]
        in PageContent(page_result).field("What you saw").value
    )
    assert not Incident.objects.exists()


def test_surveillance_cannot_report_an_incident(room: TableDriver, wren: Staff):
    room.seat_players(3)
    create_staff("surveillance", alias="Heron", badge="401")
    assert post_report(sign_in_client("401"), report_form(room)).status_code == 403
    assert not Incident.objects.exists()
