"""The registry's pages on the server: permissions, refusals and their messages."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from journal.models import Entry, Stream
from players.models import Player, PlayerChange, PlayerMerge, SelfExclusion
from players.registry import PlayerInput, player_new
from tables.models import SeatSession, Visit
from tests.support.incident_pages import page_text, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import NOW, PIN, TableDriver, create_staff
from tests.support.tablet import sign_in_tablet
from waitlist.rules import commands as c
from waitlist.seatings import waitlist_execute

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Ermintrude Inventedname"
BORN = "1971-03-02"
PHONE = "+12025550188"
MAIL = "ermintrude@example.org"
PEOPLE = {
    "dealer": ("Wren", "111"),
    "desk": ("Sorrel", "401"),
    "supervisor": ("Rowan", "201"),
    "manager": ("Hornbeam", "301"),
    "surveillance": ("Kestrel", "501"),
}
SEES = {"desk": True, "manager": True, "supervisor": False, "surveillance": False}


def page_url(name: str, *args: object) -> str:
    return reverse(f"players:{name}", args=args)


def sign_in_role(role: str) -> Client:
    alias, badge = PEOPLE[role]
    create_staff(role, alias=alias, badge=badge)
    return sign_in_client(badge)


@pytest.fixture
def kettle() -> Player:
    player_input = PlayerInput(
        alias="Kettle", legal_name=NAME, born=BORN, phone=PHONE, email=MAIL, card_number="M1"
    )
    return player_new(player_input=player_input, by="staff.1", now=NOW)


@pytest.mark.parametrize("role", ["desk", "supervisor"])
def test_navigation_links_only_to_permitted_pages(
    room: TableDriver, kettle: Player, role: str
) -> None:
    client = sign_in_role(role)
    pages = [client.get(page_url("index")), client.get(page_url("player", kettle.pk))]
    for page in pages:
        menu = PageContent(page).region("Main menu")
        room_id = room.table.room_id
        assert menu.link("Waitlist").href == reverse("desk:room", args=[room_id]), "the room stays"
        links = {link.href.partition("?")[0] for link in PageContent(page).links()}
        assert (reverse("incidents:index") in links) is (role == "supervisor")
        assert (reverse("floor:index") in links) is (role == "supervisor")


def test_registry_needs_a_badge_and_refuses_dealers(room: TableDriver, kettle: Player) -> None:
    page = page_url("player", kettle.pk)
    assert Client().get(page)["Location"] == f"{reverse('incidents:sign-in')}?next={page}"
    anonymous_response = Client().post(page_url("edit", kettle.pk), {"alias": "Pan"})
    assert anonymous_response.status_code == 401
    assert "No one is signed in" in PageContent(anonymous_response).alert()
    client = sign_in_role("dealer")
    for path in (page, page_url("index"), page_url("new"), page_url("import")):
        response = client.get(path)
        assert response.status_code == 403
        assert NAME not in page_text(response)
    assert "Kettle" not in page_text(client.get(page))


@pytest.mark.parametrize("role", SEES)
def test_legal_names_and_birth_dates_need_permission(
    room: TableDriver, kettle: Player, role: str
) -> None:
    client = sign_in_role(role)
    paths = [page_url("index"), page_url("player", kettle.pk), page_url("edit", kettle.pk)]
    message = "".join(page_text(client.get(path)) for path in paths)
    assert "Kettle" in PageContent(message).names("heading")
    for personal in (NAME, BORN):
        assert (personal in message) == SEES[role], personal
    assert (PHONE in message) == (MAIL in message) == (role != "surveillance")
    match = page_text(client.get(page_url("index"), {"who": "ermintrude"}))
    assert ("Kettle" in match) == SEES[role], "nor can one look for what one may not see"
    posted = {"alias": "Kettle", "legal_name": "Another", "phone": PHONE, "card_number": "M1"}
    response = client.post(page_url("edit", kettle.pk), posted | {"born": BORN})
    assert response.status_code == (403 if role == "surveillance" else 302)
    kettle.refresh_from_db()
    assert kettle.legal_name == ("Another" if SEES[role] and role != "surveillance" else NAME)


def test_table_log_and_views_contain_only_the_alias(game: TableDriver, kettle: Player) -> None:
    tablet = sign_in_tablet(game)
    tablet.tap("seat_player", seat=5, player=kettle.key, name="Kettle", buy_in=5000)
    shot = json.dumps(tablet.snapshot())
    log_text = "".join(Entry.objects.values_list("data", flat=True))
    pictures = json.dumps(list(Stream.objects.values_list("view", flat=True)))
    states = b"".join(bytes(state) for state in Stream.objects.values_list("state", flat=True))
    for message in (shot, log_text, pictures, states.decode()):
        assert "Kettle" in message
        for personal in (NAME, BORN, PHONE, MAIL, 'M1"'):
            assert personal not in message


def test_player_is_added_and_changes_name_their_author(room: TableDriver) -> None:
    client = sign_in_role("desk")
    data = {"alias": " Tin  Kettle ", "legal_name": NAME, "born": BORN, "phone": "202-555-0188"}
    response = client.post(page_url("new"), data)
    player = Player.objects.get()
    assert response["Location"] == page_url("player", player.pk)
    assert (player.alias, player.phone) == ("Tin Kettle", PHONE)
    for invalid_fields, message in (
        ({"phone": "12"}, "12 isn\u2019t a phone number."),
        ({"born": "yesterday"}, "Yesterday isn\u2019t a date of birth."),
        ({"alias": "x" * 300}, "An alias can have at most 40 characters."),
        ({"alias": ""}, "Alias missing."),
    ):
        response = client.post(page_url("edit", player.pk), data | invalid_fields)
        assert response.status_code == 422
        assert message in PageContent(response).alert()
    client.post(page_url("edit", player.pk), data | {"alias": "\N{FIRE}", "notes": "<script>"})
    page = PageContent(client.get(page_url("player", player.pk)))
    page.item("Alias Tin Kettle \N{FIRE} Sorrel, ")
    assert page.definition("Notes") == "<script>"
    page.item("Notes <script> Sorrel, ")
    assert PlayerChange.objects.filter(field="alias").count() == 2


def test_alias_of_an_absent_player_is_taken_over(room: TableDriver, kettle: Player) -> None:
    client = sign_in_role("desk")
    response = client.post(page_url("new"), {"alias": "KETTLE"})
    assert response.status_code == 422
    assert "KETTLE is taken." in PageContent(response).alert()
    assert (
        PageContent(response).field(re.compile("^Take this alias from the player")).value == "yes"
    )
    client.post(page_url("in", kettle.pk), {"room": room.table.room.pk})
    response = client.post(page_url("new"), {"alias": "KETTLE", "free": "yes"})
    assert (
        "Kettle is in the room, so that alias isn\u2019t available."
        in PageContent(response).alert()
    )
    client.post(page_url("out", kettle.pk))
    assert client.post(page_url("new"), {"alias": "KETTLE", "free": "yes"}).status_code == 302
    response = client.post(page_url("in", kettle.pk), {"room": room.table.room.pk})
    assert "Another player now has Kettle\u2019s alias." in PageContent(response).alert()


def test_player_is_checked_in_and_out(game: TableDriver, kettle: Player) -> None:
    client = sign_in_role("desk")
    assert "Check in" in PageContent(client.get(page_url("player", kettle.pk))).names("button")
    client.post(page_url("in", kettle.pk), {"room": game.table.room.pk})
    assert Visit.objects.get(player=kettle).out_at is None
    tablet = sign_in_tablet(game)
    tablet.tap("seat_player", seat=5, player=kettle.key, name="Kettle", buy_in=5000)
    page = PageContent(client.get(page_url("player", kettle.pk)))
    page.item("T1, seat 5 · Buy-in $50")
    response = PageContent(client.post(page_url("out", kettle.pk)))
    assert "Kettle is seated at T1. Open that seat first." in response.alert()
    tablet.tap("leave_seat", seat=5)
    assert client.post(page_url("out", kettle.pk)).status_code == 302


def test_page_shows_lists_and_hours_by_month(game: TableDriver) -> None:
    pebble = Player.objects.get(alias="Pebble 2")
    room_id = game.table.room_id
    now = timezone.now()
    SeatSession.objects.filter(visit__player=pebble).update(
        taken_at=now - timedelta(minutes=125), left_at=now, left=99
    )
    for command in (c.OpenWaitlist("stud", "Stud"), c.AddPlayer("stud", pebble.key, pebble.alias)):
        waitlist_execute(
            room_id=room_id, command_id=str(uuid4()), command=command, actor="staff.1", now=now
        )
    text = PageContent(sign_in_role("desk").get(page_url("player", pebble.pk))).text
    assert "Small room: Stud, #1" in text
    month = f"{timezone.localtime(now - timedelta(minutes=125)):%b %Y}"
    assert f"{month} 2 h 05" in text


def test_self_exclusion_needs_a_managers_badge_and_pin(room: TableDriver, kettle: Player) -> None:
    create_staff("manager", alias="Linden", badge="302")
    client = sign_in_role("desk")
    page = page_url("exclude", kettle.pk)
    until = f"{timezone.now() + timedelta(days=90):%Y-%m-%d}"
    data = {"since": "", "until": until, "badge": "302", "pin": PIN}
    assert client.post(page, data | {"badge": "401"}).status_code == 403
    assert client.post(page, data | {"pin": "0000"}).status_code == 403
    for invalid_fields in (
        {"until": ""},
        {"until": "2020-01-01"},
        {"until": "32"},
        {"until": "2026-13-99"},
    ):
        response = PageContent(client.post(page, data | invalid_fields))
        assert "A self-exclusion must end after it starts" in response.alert()
    assert not SelfExclusion.objects.exists()
    assert client.post(page, data).status_code == 302
    assert "Self-excluded until" in PageContent(client.get(page_url("player", kettle.pk))).text
    response = PageContent(client.post(page_url("in", kettle.pk), {"room": room.table.room.pk}))
    assert "Kettle is self-excluded until" in response.alert()
    response = PageContent(client.post(page, data))
    assert "Kettle is already self-excluded for that time, until" in response.alert()
    assert SelfExclusion.objects.count() == 1
    manager = PageContent(sign_in_role("manager").get(page_url("player", kettle.pk)))
    assert "Erase" not in manager.names("button"), "it would be refused"
    assert client.post(page, data | {"until": "", "for_good": "yes"}).status_code == 302
    assert (
        "Self-excluded permanently" in PageContent(client.get(page_url("player", kettle.pk))).text
    )


def test_manager_merges_two_players(game: TableDriver, kettle: Player) -> None:
    client = sign_in_role("manager")
    page = page_url("merge", kettle.pk)
    player = Player.objects.get(alias="Pebble 3")
    data = {"other": "pebble 3", "reason": "Same document.", "badge": "301", "pin": PIN}
    create_staff("desk", alias="Sorrel", badge="401")
    assert client.post(page, data | {"badge": "401"}).status_code == 403
    for invalid_fields, message in (
        ({"other": "Nobody"}, "No player named Nobody."),
        ({"other": "Kettle"}, "That\u2019s Kettle twice."),
        ({"reason": ""}, "Give a short reason"),
    ):
        response = client.post(page, data | invalid_fields)
        assert response.status_code == 422
        assert message in PageContent(response).alert()
    assert not PlayerMerge.objects.exists()
    assert client.post(page, data).status_code == 302
    PageContent(client.get(page_url("player", kettle.pk))).item("Same document.")
    assert client.get(page_url("player", player.pk))["Location"] == page_url("player", kettle.pk)
    assert "Pebble 3" not in PageContent(client.get(page_url("index"))).text


def test_import_file_is_checked_and_imported(room: TableDriver) -> None:
    client = sign_in_role("manager")
    page = page_url("import")
    invalid_file = SimpleUploadedFile("a.csv", b"alias,phone\nKettle,\nkettle,12\n")
    message = PageContent(client.post(page, {"file": invalid_file, "commit": "yes"}))
    assert {row.cells[1] for row in message.rows("3")} == {
        "12 isn\u2019t a phone number. Type it with + and the country code.",
        "Alias kettle is already on line 2.",
    }
    latin = SimpleUploadedFile("a.csv", "alias\nK\xe4se\n".encode("latin-1"))
    assert (
        "Line 2 is not UTF-8."
        in PageContent(client.post(page, {"file": latin, "commit": "yes"})).alert()
    )
    assert "The file is empty." in PageContent(client.post(page, {"commit": "yes"})).alert()
    valid_file = b"alias,phone\nKettle,\nLantern,+12025550123\n"
    dry = PageContent(
        client.post(page, {"file": SimpleUploadedFile("a.csv", valid_file), "commit": "no"})
    )
    assert "All rows are valid: 2" in dry.names("heading")
    assert not Player.objects.exists()
    client.post(page, {"file": SimpleUploadedFile("a.csv", valid_file), "commit": "yes"})
    assert set(Player.objects.values_list("alias", flat=True)) == {"Kettle", "Lantern"}


def test_import_command_checks_and_imports(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "players.csv"
    with pytest.raises(CommandError, match="can't read"):
        call_command("import_players", str(file))
    file.write_text("alias,born\nKettle,1990-01-01\nLantern,never\n")
    with pytest.raises(CommandError, match="Lines with errors: 1"):
        call_command("import_players", str(file), "--commit")
    assert "line 3: Never isn\u2019t a date of birth." in capsys.readouterr().out
    file.write_text("alias,born\nKettle,1990-01-01\n")
    call_command("import_players", str(file))
    assert not Player.objects.exists()
    call_command("import_players", str(file), "--commit")
    assert capsys.readouterr().out.endswith("1 player imported.\n")
    file.write_bytes("alias\nK\xe4se\n".encode("latin-1"))
    with pytest.raises(CommandError, match="not UTF-8"):
        call_command("import_players", str(file), "--commit")


ACTS = {
    "see": {"desk", "supervisor", "manager", "surveillance"},
    "new": {"desk", "supervisor", "manager"},
    "import": {"manager"},
}


@pytest.mark.parametrize("role", PEOPLE)
def test_roles_see_and_change_what_they_may(room: TableDriver, kettle: Player, role: str) -> None:
    client = sign_in_role(role)
    for act, path in (("see", "index"), ("new", "new"), ("import", "import")):
        assert client.get(page_url(path)).status_code == (200 if role in ACTS[act] else 403), act
    response = client.post(page_url("in", kettle.pk), {"room": room.table.room.pk})
    assert response.status_code == (302 if role in ACTS["new"] else 403)


def test_two_managers_anonymize_a_player(room: TableDriver, kettle: Player) -> None:
    client = sign_in_role("manager")
    create_staff("manager", alias="Linden", badge="302")
    page = page_url("player", kettle.pk)
    forget = page_url("forget", kettle.pk)
    assert PageContent(client.get(page)).button("Erase").action == forget
    data = {"reason": "asked for it", "pin": PIN}
    alone = PageContent(client.post(forget, data | {"badge": "301"}))
    assert "second manager" in alone.alert()
    reasons = alone.fields(re.compile("^Reason .kept permanently; no names"))
    assert [reason.value for reason in reasons] == ["asked for it"]  # what was typed is there
    create_staff("supervisor", alias="Rowan", badge="201")
    assert "managers" in PageContent(client.post(forget, data | {"badge": "201"})).alert()
    assert Player.objects.get(pk=kettle.pk).alias == "Kettle"
    assert client.post(forget, data | {"badge": "302"}).status_code == 302
    detail_page = client.get(page).content.decode()
    assert NAME not in detail_page
    assert "Kettle" not in detail_page
    assert f"Player {kettle.key} anonymized" in PageContent(detail_page).names("heading")
    # Of the changes: they say that something changed.
    assert "taken away" not in PageContent(detail_page).text
    assert "Hornbeam and Linden" in PageContent(detail_page).text
    assert "forget" not in detail_page
    assert kettle.key not in PageContent(client.get(page_url("index"))).text
