"""Incidents from the tablet: stored once, refused with a message, append-only."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from players.models import Player
from poker.commands import ChangeSeat, LeaveSeat, PushDealer
from poker.refusal import Refusal
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.notes import note_add
from rulings.incidents.pages import incident_rows
from rulings.incidents.recording import IncidentReport, incident_record
from tables import lifecycle
from tables.actions import TABLE
from tables.dealer_sign_in import dealer_push
from tests.support.room import TableDriver, create_plaque, create_staff
from tests.support.tablet import Tablet, create_tablet, refusal, sign_in_tablet

pytestmark = pytest.mark.django_db


def post_incident(tablet: Tablet, *, id: str = "", dealer: str = "", **args: Any) -> Any:
    """Report an incident of seat 3 in the running hand, with these changes."""
    player = Player.objects.get(alias="Pebble 3")
    data = {"category": "etq_09_stalling", "seat": 3, "player": player.key, "hand": 0}
    body = {"id": id or str(uuid4()), "seen": 1, "name": "incident", "args": data | args}
    return tablet.post("incident", body | ({"dealer": dealer} if dealer else {}))


def test_incident_is_stored_with_known_facts(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    tablet.tap("act", seat=4, what="fold")
    status = post_incident(tablet, hand=1)
    assert status.status_code == 200
    body = status.json()
    assert body["recorded"].startswith("Seat 3, Pebble 3: Stalling. Logged with hand 1, ")
    assert (body["prev"], body["seq"]) == (-1, game.seq)
    incident = Incident.objects.get()
    assert (incident.category, incident.severity, incident.get_severity_display()) == (
        "etq_09_stalling",
        1,
        "minor",
    )
    assert (incident.table, incident.seat, incident.hand) == (game.table, 3, 1)
    assert (incident.player.alias, incident.dealer, incident.recorded_by.alias) == (
        "Pebble 3",
        "Wren",
        "Wren",
    )
    assert incident.seen_by == "dealer"


def test_category_for_supervisors_is_marked(game: TableDriver) -> None:
    body = post_incident(sign_in_tablet(game), category="etq_21_abuse").json()["recorded"]
    assert body.endswith("This needs a supervisor: tap FLOOR.")
    assert Incident.objects.get().severity == 3


def test_other_category_is_recorded_at_once_and_its_note_later(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    recorded = post_incident(tablet, category="other").json()["recorded"]
    assert recorded.endswith("A supervisor adds what happened: tap FLOOR.")
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    (row,) = incident_rows(rowan, Incident.objects.all())
    assert row.needs_note
    note_add(incident=row.incident, staff=rowan, text="Vaped.", ruling=None, now=game.now)
    (row,) = incident_rows(rowan, Incident.objects.all())
    assert not row.needs_note
    described = post_incident(tablet, category="other", note="Vaped again.").json()["recorded"]
    assert described.endswith("This needs a supervisor: tap FLOOR.")
    assert [row.needs_note for row in incident_rows(rowan, Incident.objects.all())] == [
        False,
        False,
    ]


def test_report_sent_twice_is_recorded_once(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    id_ = str(uuid4())
    first = post_incident(tablet, id=id_)
    repeated = post_incident(tablet, id=id_)
    assert first.json() == repeated.json()
    assert Incident.objects.count() == 1
    post_incident(tablet)
    assert Incident.objects.count() == 2


def test_the_id_of_another_tables_report_is_refused(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    id_ = uuid4()
    post_incident(tablet, id=str(id_))
    other_table = lifecycle.table_create(
        room=game.table.room,
        name="T2",
        seats=9,
        plaque=create_plaque(name="Other"),
        actor="x",
        now=game.now,
    )
    game.table = other_table
    game.seat_players(3)
    other_tablet = sign_in_tablet(game, alias="Plover", badge="102")
    assert refusal(post_incident(other_tablet, id=str(id_))) == (422, "incident_other")


def test_report_of_a_departed_player_is_recorded(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    game.execute(LeaveSeat(seat=3))
    assert post_incident(tablet).status_code == 200
    assert Incident.objects.get().player.alias == "Pebble 3"


def test_incident_names_the_dealer_when_a_supervisor_reports(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    game.execute(PushDealer(dealer="staff.9", name="Plover"))
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    dealer_push(device=tablet.device, staff=rowan, now=timezone.now())
    post_incident(tablet)
    incident = Incident.objects.get()
    assert (incident.dealer, incident.recorded_by) == ("Plover", rowan)


@pytest.mark.parametrize(
    ("args", "status", "code"),
    [
        ({"category": "etq_99_sneezing"}, 422, "incident_category"),
        ({"category": "x" * 41}, 400, "bad_request"),
        ({"category": 9}, 400, "bad_request"),
        ({"seat": 4}, 422, "incident_player"),
        ({"seat": 8}, 422, "incident_player"),
        ({"seat": 10}, 422, "no_such_seat"),
        ({"seat": 0}, 400, "bad_request"),
        ({"seat": "3"}, 400, "bad_request"),
        ({"player": "p99999"}, 422, "incident_player"),
        ({"player": "p1 OR 1=1"}, 422, "incident_player"),
        ({"player": ""}, 422, "incident_player"),
        ({"hand": 7}, 422, "incident_hand"),
        ({"hand": -1}, 400, "bad_request"),
        ({"hand": True}, 400, "bad_request"),
        ({"note": "x" * 2001}, 422, "incident_long"),
        ({"note": "x" * 4001}, 400, "bad_request"),
        ({"note": "x" * 20_000}, 413, "too_large"),
        ({"severity": 3}, 400, "bad_request"),
    ],
)
def test_invalid_report_stores_nothing(
    game: TableDriver, args: dict[str, Any], status: int, code: str
) -> None:
    assert refusal(post_incident(sign_in_tablet(game), **args)) == (status, code)
    assert not Incident.objects.exists()


def test_signed_in_dealer_must_be_the_author(game: TableDriver) -> None:
    assert refusal(post_incident(create_tablet(game))) == (401, "not_signed_in")
    tablet = sign_in_tablet(game)
    assert refusal(post_incident(tablet, dealer="staff.999")) == (403, "other_dealer")
    tablet.client.cookies.clear()
    assert refusal(post_incident(tablet)) == (401, "unknown_device")
    assert tablet.client.get("/tablet/incident").status_code == 405
    assert not Incident.objects.exists()


def test_moved_player_is_reported_with_both_seats(
    game: TableDriver,
) -> None:
    tablet = sign_in_tablet(game)
    game.execute(ChangeSeat(seat=3, to=9))
    game.execute(ChangeSeat(seat=4, to=3))
    assert post_incident(tablet, seat=9).status_code == 200
    assert post_incident(tablet, seat=3).status_code == 200
    assert refusal(post_incident(tablet, seat=4)) == (422, "incident_player")


def test_incident_is_not_in_the_log_of_the_table(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    before = game.seq
    post_incident(tablet)
    assert game.seq == before
    assert "incident" not in str(TABLE.lock(game.table.pk).view)


def test_id_of_another_report_is_refused(game: TableDriver) -> None:
    wren = create_staff("dealer")
    player = Player.objects.get(alias="Pebble 3")
    report = IncidentReport(
        command_id=uuid4(), category="language", seat=3, player=player.key, hand=0
    )
    incident = incident_record(table=game.table, staff=wren, report=report, now=game.now)
    assert incident_record(table=game.table, staff=wren, report=report, now=game.now) == incident
    for other in (
        replace(report, category="slow"),
        replace(report, player=Player.objects.get(alias="Pebble 4").key),
        replace(report, severity=3),
        replace(report, seen_by="camera"),
    ):
        with pytest.raises(Refusal, match="id_reused"):
            incident_record(table=game.table, staff=wren, report=other, now=game.now)
    assert Incident.objects.count() == 1


def test_incidents_are_append_only(game: TableDriver) -> None:
    wren = create_staff("dealer")
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    player = Player.objects.get(alias="Pebble 3")
    report = IncidentReport(
        command_id=uuid4(), category="language", seat=3, player=player.key, hand=0, note="Spoke. "
    )
    incident = incident_record(table=game.table, staff=wren, report=report, now=game.now)
    assert incident.note == "Spoke."
    note_add(incident=incident, staff=rowan, text=" Reminded.\r\nOnce. ", now=game.now)
    acts = (
        lambda: Incident.objects.update(severity=3),
        lambda: Incident.objects.filter(pk=incident.pk)._raw_delete("default"),
        lambda: IncidentNote.objects.update(text="Another."),
        lambda: IncidentNote.objects.all()._raw_delete("default"),
    )
    for act in acts:
        with pytest.raises(DatabaseError, match="never"), transaction.atomic():
            act()
    assert IncidentNote.objects.get().text == "Reminded.\nOnce."
