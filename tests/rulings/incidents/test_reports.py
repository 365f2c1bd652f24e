"""Incidents from the tablet: kept once, with what is known, refused in a sentence; the database keeps them as told."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from players.models import Player
from poker.commands import ChangeSeat, LeaveSeat, PushDealer
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.notes import note_add
from rulings.incidents.recording import IncidentReport, incident_record
from tables import lifecycle
from tables.actions import lock_stream
from tables.dealer_sign_in import dealer_push
from tests.dealer_ui.edges.tablet import Tablet, dealt, refusal, tablet_of
from tests.tables.room import Small, plaque, staff

pytestmark = pytest.mark.django_db


def report(tablet: Tablet, *, id: str = "", dealer: str = "", **args: Any) -> Any:
    """An incident of seat 3, in the hand that runs, unless another is said."""
    player = Player.objects.get(alias="Pebble 3")
    data = {"category": "etq_09_stalling", "seat": 3, "player": player.key, "hand": 0}
    body = {"id": id or str(uuid4()), "seen": 1, "name": "incident", "args": data | args}
    return tablet.post("incident", body | ({"dealer": dealer} if dealer else {}))


def test_it_is_kept_with_what_is_known(game: Small) -> None:
    tablet = dealt(game)
    tablet.tap("act", seat=4, what="fold")
    answer = report(tablet, hand=1)
    assert answer.status_code == 200
    body = answer.json()
    assert body["recorded"].startswith("Seat 3, Pebble 3: Stalling. Logged with hand 1, ")
    assert (body["prev"], body["seq"]) == (-1, game.seq)
    incident = Incident.objects.get()
    assert (incident.category, incident.severity, incident.get_severity_display()) == (
        "etq_09_stalling", 1, "minor",
    )  # fmt: skip
    assert (incident.table, incident.seat, incident.hand) == (game.table, 3, 1)
    assert (incident.player.alias, incident.dealer, incident.recorded_by.alias) == (
        "Pebble 3",
        "Wren",
        "Wren",
    )
    assert incident.seen_by == "dealer"


def test_what_needs_a_supervisor_says_so(game: Small) -> None:
    body = report(dealt(game), category="etq_21_abuse").json()["recorded"]
    assert body.endswith("This needs a supervisor: tap FLOOR.")
    assert Incident.objects.get().severity == 3


def test_sent_twice_it_is_one(game: Small) -> None:
    tablet, id_ = dealt(game), str(uuid4())
    first, again = report(tablet, id=id_), report(tablet, id=id_)
    assert first.json() == again.json()
    assert Incident.objects.count() == 1
    report(tablet)
    assert Incident.objects.count() == 2


def test_the_id_of_another_tables_report_is_refused(game: Small) -> None:
    tablet, id_ = dealt(game), uuid4()
    report(tablet, id=str(id_))
    other = lifecycle.table_create(
        room=game.table.room, name="T2", seats=9, plaque=plaque(name="Other"), actor="x", now=game.now
    )  # fmt: skip
    game.table = other
    game.sit(3)
    elsewhere = dealt(game, alias="Plover", badge="102")
    assert refusal(report(elsewhere, id=str(id_))) == (422, "incident_other")


def test_it_may_wait_longer_than_its_player_stays(game: Small) -> None:
    tablet = dealt(game)
    game.do(LeaveSeat(seat=3))
    assert report(tablet).status_code == 200
    assert Incident.objects.get().player.alias == "Pebble 3"


def test_a_supervisor_beside_the_dealer_is_not_the_dealer(game: Small) -> None:
    tablet = dealt(game)
    game.do(PushDealer(dealer="staff.9", name="Plover"))
    rowan = staff("supervisor", alias="Rowan", badge="201")
    dealer_push(device=tablet.device, staff=rowan, now=game.now)
    report(tablet)
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
def test_bad_input_leaves_nothing(
    game: Small, args: dict[str, Any], status: int, code: str
) -> None:
    assert refusal(report(dealt(game), **args)) == (status, code)
    assert not Incident.objects.exists()


def test_somebody_must_be_signed_in_and_be_the_one_who_tapped(game: Small) -> None:
    assert refusal(report(tablet_of(game))) == (403, "not_signed_in")
    tablet = dealt(game)
    assert refusal(report(tablet, dealer="staff.999")) == (403, "other_dealer")
    tablet.client.cookies.clear()
    assert refusal(report(tablet)) == (401, "unknown_device")
    assert tablet.client.get("/tablet/incident").status_code == 405
    assert not Incident.objects.exists()


def test_who_changed_chairs_is_reported_where_he_sits_now_and_where_he_sat(game: Small) -> None:
    tablet = dealt(game)
    game.do(ChangeSeat(seat=3, to=9))
    game.do(ChangeSeat(seat=4, to=3))
    assert report(tablet, seat=9).status_code == 200
    assert report(tablet, seat=3).status_code == 200
    assert refusal(report(tablet, seat=4)) == (422, "incident_player")


def test_the_log_of_the_table_knows_nothing_of_it(game: Small) -> None:
    tablet, before = dealt(game), game.seq
    report(tablet)
    assert game.seq == before
    assert "incident" not in str(lock_stream(game.table.pk).view)


def test_the_database_keeps_what_was_reported(game: Small) -> None:
    wren, rowan = staff("dealer"), staff("supervisor", alias="Rowan", badge="201")
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
