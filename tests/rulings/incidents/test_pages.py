"""The floor's pages of conduct at the server: who gets in, what is listed, what is refused and how it is said."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from access.messages import WRONG
from config import error_pages
from players.models import Lifting, Player, Sanction
from players.sanctions import sanction_give
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.recording import IncidentReport, incident_record
from rulings.sign_in import SHIFT, SINCE
from tables.models import Staff
from tests.tables.room import PIN, Small, staff

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def wren() -> Staff:
    return staff("dealer", alias="Wren", badge="101")


@pytest.fixture
def rowan() -> Staff:
    return staff("supervisor", alias="Rowan", badge="201")


@pytest.fixture
def incident(room: Small, wren: Staff) -> Incident:
    room.sit(3, 4)
    return reported(room, wren)


def reported(room: Small, by: Staff, seat: int = 3, category: str = "etq_09_stalling") -> Incident:
    player = Player.objects.get(alias=f"Pebble {seat}")
    report = IncidentReport(
        command_id=uuid4(), category=category, seat=seat, player=player.key, hand=0, note="<b>Slow"
    )
    return incident_record(table=room.table, staff=by, report=report, now=timezone.now())


def signed_in(badge: str) -> Client:
    client = Client()
    answer = client.post(reverse("incidents:sign-in"), {"badge": badge, "pin": PIN})
    assert answer.status_code == 302
    return client


def test_every_page_has_doors_to_the_floor_and_the_lists(rowan: Staff) -> None:
    page = text(signed_in("201").get(at("index")))
    assert f'href="{reverse("floor:index")}"' in page
    assert f'href="{reverse("desk:index")}"' in page


def at(name: str, *args: object) -> str:
    return reverse(f"incidents:{name}", args=args)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_badge_and_pin_and_back_to_the_page_that_was_asked_for(
    incident: Incident, rowan: Staff
) -> None:
    client, page = Client(), at("incident", incident.pk)
    answer = client.get(page)
    assert answer["Location"] == f"{at('sign-in')}?next={page}"
    wrong = client.post(at("sign-in"), {"badge": "201", "pin": "0000", "next": page})
    assert wrong.status_code == 403
    assert WRONG in text(wrong)
    right = client.post(at("sign-in"), {"badge": "201", "pin": PIN, "next": page})
    assert right["Location"] == page
    assert "<strong>Rowan</strong>" in text(client.get(page))
    client.post(at("sign-out"))
    assert client.get(page).status_code == 302


@pytest.mark.parametrize("next_", ["https://elsewhere.example/", "//elsewhere.example", "\\\\x"])
def test_the_sign_in_leads_to_no_other_site(rowan: Staff, next_: str) -> None:
    answer = Client().post(at("sign-in"), {"badge": "201", "pin": PIN, "next": next_})
    assert answer["Location"] == at("index")


def test_a_sign_in_ends_with_the_shift_and_opens_nothing_else(rowan: Staff) -> None:
    client = signed_in("201")
    assert client.get(at("index")).status_code == 200
    assert client.get("/admin/").status_code == 302
    assert client.get("/rulebook/").status_code == 302
    session = client.session
    session[SINCE] = (timezone.now() - SHIFT).isoformat()
    session.save()
    assert client.get(at("index")).status_code == 302


def test_whoever_no_longer_works_here_is_out(rowan: Staff) -> None:
    client = signed_in("201")
    rowan.user.is_active = False
    rowan.user.save()
    assert client.get(at("index")).status_code == 302


# page, role: whether it is shown. Acts are in test_roles.py.
@pytest.mark.parametrize("role", ["dealer", "desk", "supervisor", "manager", "surveillance"])
def test_who_reads(incident: Incident, role: str) -> None:
    staff(role, alias="Heron", badge="555")
    client = signed_in("555")
    may = role in ("supervisor", "manager", "surveillance")
    pages = [
        at("index"),
        at("incident", incident.pk),
        at("players"),
        at("player", incident.player_id),
    ]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == (200 if may else 403)
        assert ("Stalling" in text(answer)) <= may
    acts = [
        at("note", incident.pk),
        at("sanction-for", incident.pk),
        at("sanction", incident.player_id),
    ]
    for act in acts:
        answer = client.post(
            act, {"badge": "555", "pin": PIN, "kind": "warning", "reason": "x", "text": "x"}
        )
        assert answer.status_code == (302 if role in ("supervisor", "manager") else 403)
    assert Sanction.objects.exists() == (role in ("supervisor", "manager"))
    assert IncidentNote.objects.exists() == (role in ("supervisor", "manager"))


def test_no_page_is_shown_without_a_sign_in(incident: Incident) -> None:
    for name, args in (("index", ()), ("players", ()), ("player", (incident.player_id,))):
        assert Client().get(at(name, *args)).status_code == 302
    for name in ("note", "sanction-for"):
        assert Client().post(at(name, incident.pk), {}).status_code == 302
        assert signed_in_get_refused(at(name, incident.pk)) == 405


def signed_in_get_refused(page: str) -> int:
    return int(Client().get(page).status_code)


def test_the_list_is_filtered(incident: Incident, room: Small, wren: Staff, rowan: Staff) -> None:
    reported(room, wren, seat=4, category="etq_21_abuse")
    client = signed_in("201")

    def rows(**said: str) -> list[str]:
        page = text(client.get(at("index"), said))
        return re.findall(r'class="what"><b>([^<]+)</b>', page)

    assert rows() == ["Abuse, threw cards", "Stalling"]
    assert rows(table="T1", severity="3") == ["Abuse, threw cards"]
    assert rows(category="etq_09_stalling") == ["Stalling"]
    assert rows(who="bble 3") == ["Stalling"]
    for nonsense in ({"severity": "x"}, {"category": "'"}, {"who": "zz"}):
        assert rows(**nonsense) == []
    assert rows(page="99999999999") == ["Abuse, threw cards", "Stalling"]


def test_a_long_list_has_pages(incident: Incident, room: Small, wren: Staff, rowan: Staff) -> None:
    for _ in range(40):
        reported(room, wren)
    client = signed_in("201")
    assert "1 of 2" in text(client.get(at("index"), {"table": "T1"}))
    second = text(client.get(at("index"), {"table": "T1", "page": "2"}))
    assert "2 of 2" in second
    assert 'href="?table=T1&amp;page=1"' in second


def test_an_incident_and_what_is_added(incident: Incident, rowan: Staff) -> None:
    client = signed_in("201")
    page = text(client.get(at("incident", incident.pk)))
    assert "&lt;b&gt;Slow" in page  # what was typed is text
    assert "Rule S-033" in page
    assert "Next on the house ladder: <b>Warning</b>" in page
    assert not re.search(r"<script(?! type=\"module\" src=\"/static/)|style=|onclick=", page)
    for _ in range(2):  # a finger that trembles
        client.post(at("note", incident.pk), {"text": " Reminded <i>once</i>. "})
    assert IncidentNote.objects.get().text == "Reminded <i>once</i>."
    assert "Reminded &lt;i&gt;once" in text(client.get(at("incident", incident.pk)))


@pytest.mark.parametrize(
    ("said", "status", "told"),
    [
        ({"text": "  "}, 422, "Nothing was entered."),
        ({"text": "x" * 2001}, 422, "2000 characters max"),
        ({"text": "\0\0"}, 400, escape(error_pages.NUL)),
    ],
)
def test_a_note_is_refused_in_a_sentence(
    incident: Incident, rowan: Staff, said: dict[str, str], status: int, told: str
) -> None:
    answer = signed_in("201").post(at("note", incident.pk), said)
    assert answer.status_code == status
    assert told in text(answer)
    assert not IncidentNote.objects.exists()


def test_a_supervisor_sanctions_for_an_incident(incident: Incident, rowan: Staff) -> None:
    client = signed_in("201")
    data = {
        "badge": "201",
        "pin": PIN,
        "kind": "warning",
        "reason": "Stalled.",
        "until": "2026-11-30T06:00",
    }
    for _ in range(2):
        client.post(at("sanction-for", incident.pk), data)
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.until, sanction.by, sanction.incident) == (
        "warning", None, rowan.key, incident.pk,
    )  # fmt: skip
    page = text(client.get(at("incident", incident.pk)))
    assert "1 warning." in page
    assert "Given for this" in page
    assert "Warning" in text(client.get(at("player", incident.player_id)))
    assert ">warning<" in text(client.get(at("index")))


@pytest.mark.parametrize(
    ("said", "status", "told"),
    [
        ({"pin": "0000"}, 403, WRONG),
        ({"badge": "101"}, 403, "Wren can&#x27;t do that. It&#x27;s for supervisors. (S-012)"),
        ({"badge": ""}, 403, WRONG),
        ({"kind": "exile"}, 422, "“exile” isn&#x27;t a sanction."),
        ({"kind": ""}, 422, " isn&#x27;t a sanction."),
        ({"kind": "suspension", "until": ""}, 422, "A suspension needs an end"),
        ({"kind": "suspension", "until": "2020-01-01T06:00"}, 422, "A suspension needs an end"),
        ({"kind": "suspension", "until": "soon"}, 422, "“soon” isn&#x27;t a date and time."),
        ({"kind": "suspension", "until": "2026-02-31T06:00"}, 422, " isn&#x27;t a date and time"),
        ({"reason": ""}, 422, "Give a short reason"),
        ({"reason": "x" * 501}, 422, "500 characters max"),
    ],
)
def test_a_sanction_is_refused_in_a_sentence_and_what_was_typed_stays(
    incident: Incident, rowan: Staff, said: dict[str, str], status: int, told: str
) -> None:
    form = {"badge": "201", "pin": PIN, "kind": "bar", "reason": "A long thought", "until": ""}
    for act in (at("sanction-for", incident.pk), at("sanction", incident.player_id)):
        answer = signed_in("201").post(act, form | said)
        assert answer.status_code == status
        assert told in text(answer)
        assert said.get("reason", "A long thought") in text(answer)
        assert PIN not in text(answer)
    assert not Sanction.objects.exists()


def test_only_a_manager_lifts(incident: Incident, rowan: Staff) -> None:
    staff("manager", alias="Hornbeam", badge="301")
    player = incident.player
    bar = sanction_give(
        player=player, kind="bar", until=None, reason="Abuse.", by=rowan.key, now=timezone.now()
    )
    data = {"badge": "201", "pin": PIN, "reason": "Apologized."}
    client = signed_in("201")
    assert "Lift it" not in text(client.get(at("player", player.pk)))
    answer = client.post(at("lift", bar.pk), data)
    assert answer.status_code == 403
    assert "Rowan can&#x27;t do that. It&#x27;s for managers." in text(answer)
    # A manager's badge and PIN at that moment is what counts, whoever's browser it is.
    answer = client.post(at("lift", bar.pk), data | {"badge": "301"}, follow=True)
    assert "Lifted by Hornbeam" in text(answer)
    again = client.post(at("lift", bar.pk), data | {"badge": "301"})
    assert again.status_code == 409
    assert Lifting.objects.count() == 1


def test_who_has_a_standing_and_who_is_looked_for(incident: Incident, rowan: Staff) -> None:
    client, now = signed_in("201"), timezone.now()
    assert "No active sanctions" in text(client.get(at("players")))
    for kind, until in (("suspension", now + timedelta(days=2)), ("warning", None)):
        sanction_give(
            player=incident.player, kind=kind, until=until, reason="x", by="system.x", now=now
        )
    page = text(client.get(at("players")))
    assert "Suspended until" in page
    assert "Pebble 4" not in page
    assert "Pebble 4" in text(client.get(at("players"), {"who": "pebble"}))
    assert "No match." in text(client.get(at("players"), {"who": "zz"}))
    assert "system.x" in text(client.get(at("player", incident.player_id)))


def test_what_is_not_there(rowan: Staff) -> None:
    client = signed_in("201")
    for name in ("incident", "player"):
        assert client.get(at(name, 99)).status_code == 404
    assert client.post(at("lift", 99), {}).status_code == 404
