"""The registry's pages at the server: who sees what, and what is refused and how it is said."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from journal.models import Entry, Stream
from players.models import Change, Merge, Player, SelfExclusion
from players.registry import PlayerInput, player_new
from tables.models import Visit
from tests.dealer_ui.edges.tablet import dealt
from tests.rulings.incidents.test_pages import signed_in, text
from tests.tables.room import NOW, PIN, Small, staff

pytestmark = pytest.mark.django_db(transaction=True)
NAME, BORN, PHONE = "Ermintrude Inventedname", "1971-03-02", "+12025550188"
MAIL = "ermintrude@example.org"
PEOPLE = {
    "dealer": ("Wren", "111"),
    "desk": ("Sorrel", "401"),
    "supervisor": ("Rowan", "201"),
    "manager": ("Hornbeam", "301"),
    "surveillance": ("Kestrel", "501"),
}
SEES = {"desk": True, "manager": True, "supervisor": False, "surveillance": False}


def at(name: str, *args: object) -> str:
    return reverse(f"players:{name}", args=args)


def signed(role: str) -> Client:
    alias, badge = PEOPLE[role]
    staff(role, alias=alias, badge=badge)
    return signed_in(badge)


@pytest.fixture
def kettle() -> Player:
    player_input = PlayerInput(
        alias="Kettle", legal_name=NAME, born=BORN, phone=PHONE, email=MAIL, card_number="M1"
    )
    return player_new(player_input=player_input, by="staff.1", now=NOW)


@pytest.mark.parametrize("role", ["desk", "supervisor"])
def test_doors_lead_back_and_only_where_one_may_go(room: Small, kettle: Player, role: str) -> None:
    client = signed(role)
    pages = [client.get(at("index")), client.get(at("player", kettle.pk))]
    for page in pages:
        text = page.content.decode()
        assert f'href="{reverse("desk:index")}"' in text
        assert (f'href="{reverse("incidents:index")}"' in text) is (role == "supervisor")
        assert (f'href="{reverse("floor:index")}"' in text) is (role == "supervisor")


def test_nobody_looks_without_a_badge_and_no_dealer_does(room: Small, kettle: Player) -> None:
    page = at("player", kettle.pk)
    assert Client().get(page)["Location"] == f"{reverse('incidents:sign-in')}?next={page}"
    late = Client().post(at("edit", kettle.pk), {"alias": "Pan"})
    assert (late.status_code, "no one signed in" in text(late).lower()) == (401, True)
    client = signed("dealer")
    for path in (page, at("index"), at("new"), at("import")):
        answer = client.get(path)
        assert answer.status_code == 403
        assert NAME not in text(answer)
    assert "Kettle" not in text(client.get(page))


@pytest.mark.parametrize("role", SEES)
def test_legal_names_and_birthdays_are_for_those_who_need_them(
    room: Small, kettle: Player, role: str
) -> None:
    client = signed(role)
    paths = [at("index"), at("player", kettle.pk), at("edit", kettle.pk)]
    message = "".join(text(client.get(path)) for path in paths)
    assert "Kettle" in message
    for personal in (NAME, BORN):
        assert (personal in message) == SEES[role], personal
    assert (PHONE in message) == (MAIL in message) == (role != "surveillance")
    match = text(client.get(at("index"), {"who": "ermintrude"}))
    assert ("Kettle" in match) == SEES[role], "nor can one look for what one may not see"
    posted = {"alias": "Kettle", "legal_name": "Another", "phone": PHONE, "card_number": "M1"}
    answer = client.post(at("edit", kettle.pk), posted | {"born": BORN})
    assert answer.status_code == (403 if role == "surveillance" else 302)
    kettle.refresh_from_db()
    assert kettle.legal_name == ("Another" if SEES[role] and role != "surveillance" else NAME)


def test_no_screen_board_or_log_has_anything_of_a_person_but_the_alias(
    game: Small, kettle: Player
) -> None:
    tablet = dealt(game)
    tablet.tap("seat_player", seat=5, player=kettle.key, name="Kettle", buy_in=5000)
    shot = json.dumps(tablet.look())
    stored = "".join(Entry.objects.values_list("data", flat=True))
    pictures = json.dumps(list(Stream.objects.values_list("view", flat=True)))
    states = b"".join(bytes(state) for state in Stream.objects.values_list("state", flat=True))
    for message in (shot, stored, pictures, states.decode()):
        assert "Kettle" in message
        for personal in (NAME, BORN, PHONE, MAIL, 'M1"'):
            assert personal not in message


def test_a_player_is_written_down_changed_and_it_is_told_who_did(room: Small) -> None:
    client = signed("desk")
    data = {"alias": " Tin  Kettle ", "legal_name": NAME, "born": BORN, "phone": "202-555-0188"}
    answer = client.post(at("new"), data)
    player = Player.objects.get()
    assert answer["Location"] == at("player", player.pk)
    assert (player.alias, player.phone) == ("Tin Kettle", PHONE)
    for wrong, message in (
        ({"phone": "12"}, "12 isn\u2019t a phone number."),
        ({"born": "yesterday"}, "Yesterday isn\u2019t a date of birth."),
        ({"alias": "x" * 300}, "An alias can have at most 40 characters."),
        ({"alias": ""}, "Alias missing."),
    ):
        answer = client.post(at("edit", player.pk), data | wrong)
        assert answer.status_code == 422
        assert message in text(answer)
    client.post(at("edit", player.pk), data | {"alias": "\N{FIRE}", "notes": "<script>"})
    page = text(client.get(at("player", player.pk)))
    assert "<s>Tin Kettle</s> \N{FIRE}" in page
    assert "&lt;script&gt;" in page
    assert "Sorrel, " in page
    assert Change.objects.filter(field="alias").count() == 2


def test_an_alias_is_taken_over_from_who_is_not_here(room: Small, kettle: Player) -> None:
    client = signed("desk")
    answer = client.post(at("new"), {"alias": "KETTLE"})
    assert answer.status_code == 422
    assert "KETTLE is taken." in text(answer)
    assert 'name="free"' in text(answer)
    client.post(at("in", kettle.pk), {"room": room.table.room.pk})
    answer = client.post(at("new"), {"alias": "KETTLE", "free": "yes"})
    assert "Kettle is in the room, so that alias isn\u2019t available." in text(answer)
    client.post(at("out", kettle.pk))
    assert client.post(at("new"), {"alias": "KETTLE", "free": "yes"}).status_code == 302
    answer = client.post(at("in", kettle.pk), {"room": room.table.room.pk})
    assert "Another player now has Kettle\u2019s alias." in text(answer)


def test_in_and_out(game: Small, kettle: Player) -> None:
    client = signed("desk")
    assert "Check in" in text(client.get(at("player", kettle.pk)))
    client.post(at("in", kettle.pk), {"room": game.table.room.pk})
    assert Visit.objects.get(player=kettle).out_at is None
    tablet = dealt(game)
    tablet.tap("seat_player", seat=5, player=kettle.key, name="Kettle", buy_in=5000)
    page = text(client.get(at("player", kettle.pk)))
    assert "T1, seat 5 · Buy-in $50" in page
    answer = client.post(at("out", kettle.pk))
    assert "Kettle is seated at T1. Open that seat first." in text(answer)
    tablet.tap("leave_seat", seat=5)
    assert client.post(at("out", kettle.pk)).status_code == 302


def test_self_exclusion_is_a_managers_with_badge_and_pin(room: Small, kettle: Player) -> None:
    staff("manager", alias="Linden", badge="302")
    client = signed("desk")
    page = at("exclude", kettle.pk)
    until = f"{timezone.now() + timedelta(days=90):%Y-%m-%d}"
    data = {"since": "", "until": until, "badge": "302", "pin": PIN}
    assert client.post(page, data | {"badge": "401"}).status_code == 403
    assert client.post(page, data | {"pin": "0000"}).status_code == 403
    for wrong in ({"until": ""}, {"until": "2020-01-01"}, {"until": "32"}, {"until": "2026-13-99"}):
        answer = client.post(page, data | wrong)
        assert "A self-exclusion must end after it starts" in text(answer)
    assert not SelfExclusion.objects.exists()
    assert client.post(page, data).status_code == 302
    assert "Self-excluded until" in text(client.get(at("player", kettle.pk)))
    answer = client.post(at("in", kettle.pk), {"room": room.table.room.pk})
    assert "Kettle is self-excluded until" in text(answer)
    assert client.post(page, data | {"until": "", "for_good": "yes"}).status_code == 302
    assert "Self-excluded permanently" in text(client.get(at("player", kettle.pk)))


def test_a_manager_merges(game: Small, kettle: Player) -> None:
    client = signed("manager")
    page, player = at("merge", kettle.pk), Player.objects.get(alias="Pebble 3")
    data = {"other": "pebble 3", "reason": "Same document.", "badge": "301", "pin": PIN}
    staff("desk", alias="Sorrel", badge="401")
    assert client.post(page, data | {"badge": "401"}).status_code == 403
    for wrong, message in (
        ({"other": "Nobody"}, "No player named Nobody."),
        ({"other": "Kettle"}, "That\u2019s Kettle twice."),
        ({"reason": ""}, "Give a short reason"),
    ):
        answer = client.post(page, data | wrong)
        assert answer.status_code == 422
        assert message in text(answer)
    assert not Merge.objects.exists()
    assert client.post(page, data).status_code == 302
    assert "Same document." in text(client.get(at("player", kettle.pk)))
    assert client.get(at("player", player.pk))["Location"] == at("player", kettle.pk)
    assert "Pebble 3" not in text(client.get(at("index")))


def test_a_file_is_looked_at_and_comes_in(room: Small) -> None:
    client, page = signed("manager"), at("import")
    bad = SimpleUploadedFile("a.csv", b"alias,phone\nKettle,\nkettle,12\n")
    message = text(client.post(page, {"file": bad, "commit": "yes"}))
    assert "12 isn\u2019t a phone number." in message
    assert "Alias kettle is already on line 2." in message
    latin = SimpleUploadedFile("a.csv", "alias\nK\xe4se\n".encode("latin-1"))
    assert "Line 2 is not UTF-8." in text(client.post(page, {"file": latin, "commit": "yes"}))
    assert "The file is empty." in text(client.post(page, {"commit": "yes"}))
    good = b"alias,phone\nKettle,\nLantern,+12025550123\n"
    dry = client.post(page, {"file": SimpleUploadedFile("a.csv", good), "commit": "no"})
    assert "All rows are valid: 2" in text(dry)
    assert not Player.objects.exists()
    client.post(page, {"file": SimpleUploadedFile("a.csv", good), "commit": "yes"})
    assert set(Player.objects.values_list("alias", flat=True)) == {"Kettle", "Lantern"}


def test_the_command_does_the_same(tmp_path: Path, capsys: Any) -> None:
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
def test_roles_and_acts(room: Small, kettle: Player, role: str) -> None:
    client = signed(role)
    for act, path in (("see", "index"), ("new", "new"), ("import", "import")):
        assert client.get(at(path)).status_code == (200 if role in ACTS[act] else 403), act
    answer = client.post(at("in", kettle.pk), {"room": room.table.room.pk})
    assert answer.status_code == (302 if role in ACTS["new"] else 403)


def test_two_managers_take_away_what_is_known(room: Small, kettle: Player) -> None:
    client = signed("manager")
    staff("manager", alias="Linden", badge="302")
    page, forget = at("player", kettle.pk), at("forget", kettle.pk)
    assert f'action="{forget}"' in client.get(page).content.decode()
    data = {"reason": "asked for it", "pin": PIN}
    alone = client.post(forget, data | {"badge": "301"})
    assert "second manager" in text(alone)
    assert "asked for it" in alone.content.decode()  # what was typed is there
    staff("supervisor", alias="Rowan", badge="201")
    assert "managers" in text(client.post(forget, data | {"badge": "201"}))
    assert Player.objects.get(pk=kettle.pk).alias == "Kettle"
    assert client.post(forget, data | {"badge": "302"}).status_code == 302
    shown = client.get(page).content.decode()
    assert NAME not in shown
    assert "Kettle" not in shown
    assert "anonymized" in shown
    assert "taken away" not in shown  # of the changes: they say that something changed
    assert "Hornbeam and Linden" in shown
    assert "forget" not in shown
    assert kettle.key not in client.get(at("index")).content.decode()
