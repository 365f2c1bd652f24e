"""The incident pages on the server: permissions, lists, refusals and their messages."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config import error_pages
from players.models import Player, Sanction, SanctionLift
from players.sanctions import sanction_give
from poker.refusal import Refusal
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.notes import note_add
from rulings.incidents.recording import IncidentReport, incident_record
from rulings.incidents.sanction_decisions import sanction_decide
from staff.models import Staff
from tests.support.incident_pages import page_text, page_url, rowan, sign_in_client, wren
from tests.support.page_roles import PageContent
from tests.support.room import PIN, TableDriver, create_staff
from web.messages.sign_in import SIGN_IN
from web.sign_in import SHIFT, SINCE

__all__ = ["rowan", "wren"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.release_on_postgresql]
REASON = "Reason (kept permanently)"


@pytest.fixture
def incident(room: TableDriver, wren: Staff) -> Incident:
    room.seat_players(3, 4)
    return record_incident(room, wren)


def record_incident(
    room: TableDriver, by: Staff, seat: int = 3, category: str = "etq_09_stalling"
) -> Incident:
    player = Player.objects.get(alias=f"Pebble {seat}")
    report = IncidentReport(
        command_id=uuid4(), category=category, seat=seat, player=player.key, hand=0, note="<b>Slow"
    )
    return incident_record(table=room.table, staff=by, report=report, now=timezone.now())


def test_every_page_links_to_floor_and_waitlists(rowan: Staff) -> None:
    menu = PageContent(sign_in_client("201").get(page_url("index"))).region("Main menu")
    assert menu.link("Calls").href == reverse("floor:index")
    assert menu.link("Waitlist").href == reverse("desk:index")


def test_sign_in_returns_to_the_requested_page(incident: Incident, rowan: Staff) -> None:
    client = Client()
    page = page_url("incident", incident.pk)
    response = client.get(page)
    assert response["Location"] == f"{page_url('sign-in')}?next={page}"
    failed = client.post(page_url("sign-in"), {"badge": "201", "pin": "0000", "next": page})
    assert failed.status_code == 403
    assert "4 tries left" in PageContent(failed).alert()
    right = client.post(page_url("sign-in"), {"badge": "201", "pin": PIN, "next": page})
    assert right["Location"] == page
    assert "Rowan" in PageContent(client.get(page)).text
    client.post(page_url("sign-out"))
    assert client.get(page).status_code == 302


@pytest.mark.parametrize("next_", ["https://elsewhere.example/", "//elsewhere.example", "\\\\x"])
def test_sign_in_redirects_to_no_other_site(rowan: Staff, next_: str) -> None:
    response = Client().post(page_url("sign-in"), {"badge": "201", "pin": PIN, "next": next_})
    assert response["Location"] == page_url("index")


def test_a_sign_in_ends_with_the_shift_and_opens_nothing_else(rowan: Staff) -> None:
    client = sign_in_client("201")
    assert client.get(page_url("index")).status_code == 200
    assert client.get("/admin/").status_code == 302
    assert client.get("/rulebook/").status_code == 302
    session = client.session
    session[SINCE] = (timezone.now() - SHIFT).isoformat()
    session.save()
    assert client.get(page_url("index")).status_code == 302


def test_dismissed_staff_are_signed_out(rowan: Staff) -> None:
    client = sign_in_client("201")
    rowan.user.is_active = False
    rowan.user.save()
    assert client.get(page_url("index")).status_code == 302


# page, role: whether it is shown. Acts are in test_roles.py.
@pytest.mark.parametrize("role", ["dealer", "desk", "supervisor", "manager", "surveillance"])
def test_roles_that_read_incidents(incident: Incident, role: str) -> None:
    create_staff(role, alias="Heron", badge="555")
    client = sign_in_client("555")
    may = role in ("supervisor", "manager", "surveillance")
    pages = [
        page_url("index"),
        page_url("incident", incident.pk),
        page_url("players"),
        page_url("player", incident.player_id),
    ]
    for page in pages:
        response = client.get(page)
        assert response.status_code == (200 if may else 403)
        assert ("Stalling" in page_text(response)) <= may
    acts = [
        page_url("note", incident.pk),
        page_url("sanction-for", incident.pk),
        page_url("sanction", incident.player_id),
    ]
    for act in acts:
        response = client.post(
            act, {"badge": "555", "pin": PIN, "kind": "warning", "reason": "x", "text": "x"}
        )
        assert response.status_code == (302 if role in ("supervisor", "manager") else 403)
    assert Sanction.objects.exists() == (role in ("supervisor", "manager"))
    assert IncidentNote.objects.exists() == (role in ("supervisor", "manager"))


def test_no_page_is_shown_without_a_sign_in(incident: Incident) -> None:
    for name, args in (("index", ()), ("players", ()), ("player", (incident.player_id,))):
        assert Client().get(page_url(name, *args)).status_code == 302
    for name in ("note", "sanction-for"):
        assert Client().post(page_url(name, incident.pk), {}).status_code == 401
        assert status_signed_out(page_url(name, incident.pk)) == 405


def status_signed_out(page: str) -> int:
    return int(Client().get(page).status_code)


def test_the_list_is_filtered(
    incident: Incident, room: TableDriver, wren: Staff, rowan: Staff
) -> None:
    record_incident(room, wren, seat=4, category="etq_21_abuse")
    client = sign_in_client("201")

    def row_titles(**fields: str) -> list[str]:
        page = page_text(client.get(page_url("index"), fields))
        return re.findall(r'class="what"><b>([^<]+)</b>', page)

    assert row_titles() == ["Abuse, threw cards", "Stalling"]
    assert row_titles(table="T1", severity="3") == ["Abuse, threw cards"]
    assert row_titles(category="etq_09_stalling") == ["Stalling"]
    assert row_titles(who="bble 3") == ["Stalling"]
    for nonsense in ({"severity": "x"}, {"category": "'"}, {"who": "zz"}):
        assert row_titles(**nonsense) == []
    assert row_titles(page="99999999999") == ["Abuse, threw cards", "Stalling"]


def test_a_long_list_has_pages(
    incident: Incident, room: TableDriver, wren: Staff, rowan: Staff
) -> None:
    for _ in range(40):
        record_incident(room, wren)
    client = sign_in_client("201")
    assert (
        "1 of 2" in PageContent(client.get(page_url("index"), {"table": "T1"})).region("Pages").text
    )
    second = PageContent(client.get(page_url("index"), {"table": "T1", "page": "2"}))
    assert "2 of 2" in second.region("Pages").text
    assert second.link("Newer").href == "?table=T1&page=1"


def test_incident_and_its_additions(incident: Incident, rowan: Staff) -> None:
    client = sign_in_client("201")
    page = page_text(client.get(page_url("incident", incident.pk)))
    assert "<b>Slow" in PageContent(page).text  # what was typed is text
    assert "Rule S-033" in PageContent(page).text
    assert "Next on the house ladder: Warning" in PageContent(page).text
    assert not re.search(r"<script(?! type=\"module\" src=\"/static/)|style=|onclick=", page)
    for _ in range(2):  # a finger that trembles
        client.post(page_url("note", incident.pk), {"text": " Reminded <i>once</i>. "})
    assert IncidentNote.objects.get().text == "Reminded <i>once</i>."
    assert "Reminded <i>once" in PageContent(client.get(page_url("incident", incident.pk))).text


def test_other_category_asks_for_a_note_until_it_has_one(
    room: TableDriver, wren: Staff, rowan: Staff
) -> None:
    room.seat_players(3)
    player = Player.objects.get(alias="Pebble 3")
    report = IncidentReport(command_id=uuid4(), category="other", seat=3, player=player.key, hand=0)
    other = incident_record(table=room.table, staff=wren, report=report, now=timezone.now())
    client = sign_in_client("201")
    pages = (page_url("index"), page_url("incident", other.pk), page_url("player", player.pk))
    texts = ("not described yet", "Write what happened", "not described yet")
    for page, text in zip(pages, texts, strict=True):
        assert text in PageContent(client.get(page)).text
    client.post(page_url("note", other.pk), {"text": "Vaped at the table."})
    for page, text in zip(pages, texts, strict=True):
        assert text not in PageContent(client.get(page)).text


@pytest.mark.parametrize(
    ("fields", "status", "message"),
    [
        ({"text": "  "}, 422, "Nothing was entered."),
        ({"text": "x" * 2001}, 422, "2000 characters max"),
        ({"text": "\0\0"}, 400, error_pages.NUL),
    ],
)
def test_invalid_note_is_refused_with_a_message(
    incident: Incident, rowan: Staff, fields: dict[str, str], status: int, message: str
) -> None:
    response = sign_in_client("201").post(page_url("note", incident.pk), fields)
    assert response.status_code == status
    assert message in PageContent(response).alert()
    assert not IncidentNote.objects.exists()


def test_a_supervisor_sanctions_for_an_incident(incident: Incident, rowan: Staff) -> None:
    client = sign_in_client("201")
    data = {
        "badge": "201",
        "pin": PIN,
        "kind": "warning",
        "reason": "Stalled.",
        "until": "2026-11-30T06:00",
    }
    for _ in range(2):
        client.post(page_url("sanction-for", incident.pk), data)
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.until, sanction.by, sanction.incident) == (
        "warning",
        None,
        rowan.key,
        incident.pk,
    )
    page = PageContent(client.get(page_url("incident", incident.pk)))
    assert "1 warning." in page.text
    assert "Given for this" in page.names("heading")
    PageContent(client.get(page_url("player", incident.player_id))).item("Warning")
    PageContent(client.get(page_url("index"))).item("warning")


def test_same_sanction_or_note_again_is_refused(incident: Incident, rowan: Staff) -> None:
    at = timezone.now()
    sanction: dict[str, Any] = {
        "player": incident.player,
        "incident": incident,
        "badge": "201",
        "pin": PIN,
        "kind": "warning",
        "until": None,
        "reason": "Stalled.",
    }
    sanction_decide(**sanction, now=at)
    note_add(incident=incident, staff=rowan, text="Again.", now=at)
    later = at + timedelta(minutes=5)
    with pytest.raises(Refusal, match="sanctioned_already"):
        sanction_decide(**sanction, now=later)
    with pytest.raises(Refusal, match="incident_noted"):
        note_add(incident=incident, staff=rowan, text="Again.", now=later)
    sanction_decide(**(sanction | {"reason": "Stalled again."}), now=later)
    assert (Sanction.objects.count(), IncidentNote.objects.count()) == (2, 1)


@pytest.mark.parametrize(
    ("fields", "status", "message"),
    [
        ({"pin": "0000"}, 403, SIGN_IN["bad_sign_in"]),
        (
            {"badge": "101"},
            403,
            "Wren can\u2019t do that here. It\u2019s for supervisors and managers. (Rule S-012)",
        ),
        ({"badge": ""}, 403, SIGN_IN["bad_sign_in"]),
        ({"kind": "exile"}, 422, "“exile” isn\u2019t a sanction."),
        ({"kind": ""}, 422, " isn\u2019t a sanction."),
        ({"kind": "suspension", "until": ""}, 422, "A suspension needs an end"),
        ({"kind": "suspension", "until": "2020-01-01T06:00"}, 422, "A suspension needs an end"),
        ({"kind": "suspension", "until": "soon"}, 422, "“soon” isn\u2019t a date and time."),
        ({"kind": "suspension", "until": "2026-02-31T06:00"}, 422, " isn\u2019t a date and time"),
        ({"reason": ""}, 422, "Give a short reason"),
        ({"reason": "x" * 501}, 422, "500 characters max"),
    ],
)
def test_invalid_sanction_is_refused_and_kept(
    incident: Incident, rowan: Staff, fields: dict[str, str], status: int, message: str
) -> None:
    form = {"badge": "201", "pin": PIN, "kind": "bar", "reason": "A long thought", "until": ""}
    for act in (page_url("sanction-for", incident.pk), page_url("sanction", incident.player_id)):
        response = sign_in_client("201").post(act, form | fields)
        assert response.status_code == status
        assert message in PageContent(response).alert()
        reasons = [field.value for field in PageContent(response).fields(REASON)]
        assert fields.get("reason", "A long thought") in reasons
        assert PIN not in page_text(response)
    assert not Sanction.objects.exists()


def test_only_a_manager_lifts_a_sanction(incident: Incident, rowan: Staff) -> None:
    create_staff("manager", alias="Hornbeam", badge="301")
    player = incident.player
    bar = sanction_give(
        player=player, kind="bar", until=None, reason="Abuse.", by=rowan.key, now=timezone.now()
    )
    data = {"badge": "201", "pin": PIN, "reason": "Apologized."}
    client = sign_in_client("201")
    assert "Lift it" not in PageContent(client.get(page_url("player", player.pk))).text
    response = client.post(page_url("lift", bar.pk), data)
    assert response.status_code == 403
    assert "Rowan can\u2019t do that here. It\u2019s for managers." in PageContent(response).alert()
    # The manager's badge and PIN in the form count, not the session.
    response = client.post(page_url("lift", bar.pk), data | {"badge": "301"}, follow=True)
    PageContent(response).item("Lifted by Hornbeam")
    manager_response = client.post(page_url("lift", bar.pk), data | {"badge": "301"})
    assert manager_response.status_code == 409
    assert SanctionLift.objects.count() == 1


def test_standings_and_search(incident: Incident, rowan: Staff) -> None:
    client = sign_in_client("201")
    now = timezone.now()
    assert "No active sanctions" in PageContent(client.get(page_url("players"))).text
    for kind, until in (("suspension", now + timedelta(days=2)), ("warning", None)):
        sanction_give(
            player=incident.player, kind=kind, until=until, reason="x", by="system.x", now=now
        )
    page = PageContent(client.get(page_url("players")))
    page.item("Suspended until")
    assert "Pebble 4" not in page.text
    PageContent(client.get(page_url("players"), {"who": "pebble"})).item("Pebble 4")
    assert "No match." in PageContent(client.get(page_url("players"), {"who": "zz"})).text
    PageContent(client.get(page_url("player", incident.player_id))).item("Warning system.x, ")


def test_unknown_incident_is_not_found(rowan: Staff) -> None:
    client = sign_in_client("201")
    for name in ("incident", "player"):
        assert client.get(page_url(name, 99)).status_code == 404
    assert client.post(page_url("lift", 99), {}).status_code == 404
