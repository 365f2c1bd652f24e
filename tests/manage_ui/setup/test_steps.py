"""Steps 2 to 5: each saved when it is left, in order, resumable, and closed when the setup is finished."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice
from pypdf import PdfReader

from drop.models import policy_of
from lineup.actions import load_lineup
from manage_ui.setup.plaque_templates import games_form, templates
from ops.installation import setup_state
from poker.stakes import BombPots
from staff.installation import installation
from staff.models import AuditEvent, Room, Staff
from staff.second_factor import has_factor
from tables.bulk import MOST_TABLES
from tables.models import Device, PairingCode, Plaque, Table
from tables.pairing import device_pair
from tables.plaques import check
from tests.support.page_roles import PageContent
from tests.support.setup_pages import (
    GAMES,
    PASSWORD,
    ROOM,
    TABLES,
    YOU,
    SetupClient,
    location,
)

STAFF = b"badge,alias,role\n4417,Hawthorn,supervisor\n6031,Bittern,dealer\n6031,Coot,dealer\n"


def upload(data: bytes, name: str = "staff.csv") -> dict[str, Any]:
    return {"file": SimpleUploadedFile(name, data, "text/csv")}


def test_all_steps_open_the_room(setup: SetupClient) -> None:
    setup.reach("staff")
    room = Room.objects.get()
    assert (room.name, room.minimum_age) == ("Riverside", 21)
    assert policy_of(room).shifts == [["day", "06:00"], ["night", "18:00"]]
    assert sorted(Plaque.objects.values_list("name", flat=True)) == ["LHE 4/8", "NL 1/3"]
    assert {table.name for table in Table.objects.all()} == {"T1", "T2", "T3", "T4"}
    assert load_lineup(room.pk).policy.section_tables == 2
    assert location(setup.post("staff", upload(STAFF))) == "/setup/staff"
    page = PageContent(setup.client.get("/setup/staff"))
    assert "2 ready, 1 needs a look" in page.status()
    assert "Badge 6031 is Bittern\u2019s too, on line 3." in page.text
    assert "Import 2 and open the room" in page.names("button")
    faulty = setup.client.get("/setup/staff/faulty.csv")
    assert faulty.content.decode().splitlines()[1].startswith("6031,Coot,dealer,")
    assert location(setup.post("end", {})) == "/manage/next/"
    assert sorted(Staff.objects.values_list("alias", flat=True)) == [
        "Bittern",
        "Hawthorn",
        "Hornbeam",
    ]
    assert setup_state() == "closed"
    after = PageContent(setup.client.get("/manage/next/"))
    assert "2 staff imported. 1 stayed out" in after.status()
    assert "Give 2 people a start code" in after.text
    assert "Pair 4 tablets" in after.text
    assert "Open the map" in after.names("link")
    verbs = [event.verb for event in AuditEvent.objects.order_by("pk")]
    assert verbs[-1] == "setup_finished"


def test_room_opens_without_staff(setup: SetupClient) -> None:
    setup.reach("staff")
    assert location(setup.post("end", {})) == "/manage/next/"
    assert setup_state() == "closed"


def test_setup_goes_on_where_it_was_left(setup: SetupClient) -> None:
    setup.reach("games")
    page = PageContent(setup.client.get("/manage/"))
    assert "Go on with the setup" in page.names("link")
    other = Client()
    assert "/manage/sign-in" in location(other.get("/setup"))
    fields = {"username": "hornbeam", "password": PASSWORD, "next": "/setup"}
    assert location(other.post("/manage/sign-in", fields)) == "/audit/code", "and the second factor"
    assert location(setup.client.get("/setup")) == "/setup/games"
    back = PageContent(setup.client.get("/setup/room"))
    assert back.field("Name of the room").value == "Riverside"
    assert setup.post("room", ROOM | {"name": "Lakeside"}).status_code == 302
    assert [room.name for room in Room.objects.all()] == ["Lakeside"]
    changed = AuditEvent.objects.get(verb="setting_changed")
    assert (changed.before, changed.after) == ({"name": "Riverside"}, {"name": "Lakeside"})


@pytest.mark.parametrize("step", ["games", "tables", "tables/sheet", "staff", "end"])
def test_step_before_its_turn_changes_nothing(setup: SetupClient, step: str) -> None:
    setup.become_manager()
    response = setup.post(step, {**GAMES, **TABLES})
    assert location(response) == "/setup/room"
    assert not Plaque.objects.exists()
    assert not Table.objects.exists()
    assert setup_state() == "begun"


def test_no_step_works_after_the_end(setup: SetupClient) -> None:
    setup.reach("staff")
    setup.post("end", {})
    steps = ("you", "factor", "room", "games", "tables", "tables/sheet", "staff", "end", "demo")
    for step in steps:
        response = setup.post(step, ROOM | GAMES | {"line": "X1", "seats": "9", "section": "8"})
        assert location(response) == "/manage/", step
    assert not Table.objects.filter(name="X1").exists()
    messages = [text for text in PageContent(setup.client.get("/manage/")).names("status") if text]
    assert messages
    assert all("can be changed here" in message for message in messages)
    assert not PairingCode.objects.exists()


def test_every_page_is_kept_out_of_caches(setup: SetupClient) -> None:
    setup.reach("staff")
    for path in ("", "/you", "/room", "/games", "/tables", "/tables/paired", "/staff"):
        response = setup.client.get(f"/setup{path}")
        assert "no-store" in response.headers["Cache-Control"], path


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"name": ""}, "Name of the room", "Required"),
        ({"name": "x" * 81}, "Name of the room", "80 characters"),
        ({"name": "River\u202eside"}, "Name of the room", "screens"),
        ({"minimum_age": "100"}, "Minimum age of players", "at most 99"),
        ({"begins-0": "25:00"}, "Shift 1 begins at", "a time. Write it as"),
        ({"name-1": "day"}, "Shift 2", "used twice"),
        ({"begins-1": "06:00"}, "Shift 2 begins at", "used twice"),
        ({"name-0": "", "begins-0": "", "name-1": "", "begins-1": ""}, "Shift 1", "at least one"),
    ],
)
def test_room_is_refused_with_its_reason(
    setup: SetupClient, change: dict[str, str], field: str, message: str
) -> None:
    setup.reach("room")
    response = setup.post("room", ROOM | change)
    assert response.status_code == 422
    assert message in PageContent(response).field(field).description
    assert installation().room is None


@pytest.mark.parametrize("name", ["x" * 80, "🂡 Ría", "قاعة البوكر"])
def test_room_may_have_any_readable_name(setup: SetupClient, name: str) -> None:
    setup.reach("room")
    assert setup.post("room", ROOM | {"name": name}).status_code == 302
    assert Room.objects.get().name == name
    assert name in PageContent(setup.client.get("/setup/games")).text


def test_every_template_is_a_valid_plaque(setup: SetupClient) -> None:
    setup.reach("games")
    every = [template.name for template in templates()]
    assert len(every) == 11
    assert setup.post("games", GAMES | {"games": every, "basis_points": "5", "cap": "4"})
    plaques = {plaque.name: plaque for plaque in Plaque.objects.all()}
    assert set(every) < set(plaques), "and the other games of HORSE"
    for plaque in plaques.values():
        check(plaque=plaque, now=timezone.now())
        assert (plaque.version, plaque.basis_points, plaque.cap) == (1, 500, 400)
        assert len(plaque.name) <= 11
    bombs = plaques["PLO5 5/5"].to_stakes().bomb
    assert bombs == BombPots(1000, boards=2, every="down")
    assert [leg["plaque"] for leg in plaques["HORSE 10/20"].rotation] == [
        "O8 10/20",
        "Razz 10/20",
        "Stud 10/20",
        "Stud8 10/20",
    ]


def test_games_done_again_add_and_change_the_rake_only(setup: SetupClient) -> None:
    setup.reach("tables")
    assert games_form().initial == {"basis_points": 1000, "cap": 500}
    setup.post("games", GAMES | {"games": ["PLO 1/2"], "cap": "6"})
    rows = Plaque.objects.order_by("name", "version").values_list("name", "version", "cap")
    assert list(rows) == [
        ("LHE 4/8", 1, 500),
        ("LHE 4/8", 2, 600),
        ("NL 1/3", 1, 500),
        ("NL 1/3", 2, 600),
        ("PLO 1/2", 1, 600),
    ]
    setup.post("games", GAMES | {"games": [], "cap": "6"})
    assert Plaque.objects.count() == 5, "nothing new"


@pytest.mark.parametrize(
    "change",
    [
        {"games": []},
        {"games": ["Old maid"]},
        {"cap": "0"},
        {"cap": "x"},
        {"basis_points": "101"},
        {"basis_points": ""},
    ],
)
def test_games_are_refused_and_nothing_is_published(
    setup: SetupClient, change: dict[str, Any]
) -> None:
    setup.reach("games")
    response = setup.post("games", GAMES | change)
    assert response.status_code == 422
    assert not Plaque.objects.exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("T1-T1000", f"at most {MOST_TABLES} tables"),
        ("T1-T9999999999", f"at most {MOST_TABLES} tables"),
        ("T4-T9", "There already: T4."),
        ("T" * 21, "can\u2019t be a table\u2019s name"),
        ("\u202eT1", "can\u2019t be a table\u2019s name"),
    ],
)
def test_line_of_tables_is_refused_whole(setup: SetupClient, line: str, message: str) -> None:
    setup.reach("staff")
    response = setup.post("tables", TABLES | {"line": line, "section": "5"})
    assert response.status_code == 422
    assert message in PageContent(response).field("Tables").description
    room = Room.objects.get()
    assert (Table.objects.count(), Device.objects.count()) == (4, 4)
    assert load_lineup(room.pk).policy.section_tables == 2


def test_plaque_for_fewer_seats_is_refused_at_its_field(setup: SetupClient) -> None:
    setup.reach("games")
    setup.post("games", GAMES | {"games": ["Stud 10/20"]})
    stud = Plaque.objects.get()
    response = setup.post("tables", TABLES | {"plaque": str(stud.pk)})
    assert "at most 8" in PageContent(response).field("They open with").description
    assert setup.post("tables", TABLES | {"plaque": str(stud.pk), "seats": "8"}).status_code == 302
    assert {table.plaque_id for table in Table.objects.all()} == {stud.pk}


def test_sheet_has_a_code_for_each_unpaired_tablet_and_chips_follow(setup: SetupClient) -> None:
    setup.reach("staff")
    response = setup.post("tables/sheet", {})
    assert response.headers["Content-Type"] == "application/pdf"
    assert "no-store" in response.headers["Cache-Control"]
    text = pdf_text(response.content)
    codes = re.findall(r"or type ([0-9]{5}) ([0-9]{5})", text)
    assert len(codes) == PairingCode.objects.count() == 4
    assert "A · 9 seats" in text
    assert "B · 9 seats" in text
    assert AuditEvent.objects.filter(verb="code_made").count() == 4
    chips = setup.client.get("/setup/tables/paired").content.decode()
    assert "0 of 4 tablets paired.</b> 4 tables, 36 seats, 2 sections." in chips
    assert "every 3s" in chips
    for code in codes:
        device_pair(code="".join(code), now=timezone.now())
    chips = setup.client.get("/setup/tables/paired").content.decode()
    assert "4 of 4 tablets paired" in chips
    assert "every 3s" not in chips, "nothing is left to wait for"
    assert setup.post("tables/sheet", {}).status_code == 422


def pdf_text(content: bytes) -> str:
    """Return the text of a PDF with single spaces."""
    pages = PdfReader(BytesIO(content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is empty"),
        (b"badge,alias,role\n", "This file has no staff in it"),
        (b"\x00\x01", "not UTF-8"),
        (b"x" * 5_000_000, "over 1 MB"),
    ],
)
def test_file_is_refused_and_the_step_stays(setup: SetupClient, data: bytes, message: str) -> None:
    setup.reach("staff")
    response = setup.post("staff", upload(data or b"\n"))
    assert response.status_code == 422
    assert message in PageContent(response).alert()
    assert setup.post("staff", {}).status_code == 422
    assert setup.post("staff", upload(STAFF)).status_code == 302


def test_manager_without_a_second_factor_comes_back_to_it(setup: SetupClient) -> None:
    setup.enter_code()
    setup.post("you", YOU)
    assert location(setup.client.get("/setup")) == "/setup/factor"
    assert location(setup.post("room", ROOM)) == "/setup/factor"
    assert setup.post("factor", {"code": "000000"}).status_code in (422, 429)
    assert Room.objects.count() == 0


def test_the_room_has_its_currency_and_hours(setup: SetupClient) -> None:
    setup.reach("room")
    hours = {"opening_hours": "mon-fri 10 am-4 am, sat-sun closed"}
    refused = setup.post("room", ROOM | {"currency": "XAU"} | {"opening_hours": "now and then"})
    assert refused.status_code == 422
    assert not Room.objects.exists()
    assert location(setup.post("room", ROOM | {"currency": "EUR"} | hours)) == "/setup/games"
    assert installation().currency == "EUR"
    assert Room.objects.get().opening_hours == "Mon-Fri 10:00-04:00"
    page = PageContent(setup.client.get("/setup/games"))
    assert "Buy-in 100\xa0€ to 500\xa0€" in page.text.replace(" €", "\xa0€")
    assert location(setup.post("games", GAMES | {"cap": "1.000,00 €"})) == "/setup/tables"
    assert set(Plaque.objects.values_list("cap", flat=True)) == {100000}
    back = PageContent(setup.client.get("/setup/room"))
    assert back.field("Open").value == "Mon-Fri 10:00-04:00"


def test_games_in_yen_have_names_in_yen(setup: SetupClient) -> None:
    setup.reach("room")
    assert location(setup.post("room", ROOM | {"currency": "JPY"})) == "/setup/games"
    games = ["NL 100/300", "HORSE 1,000/2,000"]
    response = setup.post("games", {"games": games, "basis_points": "5", "cap": "500"})
    assert location(response) == "/setup/tables"
    plaque = Plaque.objects.get(name="NL 100/300")
    assert (plaque.blinds, plaque.cap, plaque.unit) == ([100, 300], 500, 100)
    assert Plaque.objects.filter(name="Razz 1,000/2,000").exists(), "the games of the rotation, too"


def test_second_factor_can_wait_and_settings_remind_of_it(setup: SetupClient) -> None:
    setup.enter_code()
    setup.post("you", YOU)
    page = PageContent(setup.client.get("/setup/factor"))
    page.find_one("button", "Later")
    assert location(setup.post("factor", {"later": "yes"})) == "/setup/room"
    assert location(setup.post("room", ROOM)) == "/setup/games"
    assert AuditEvent.objects.filter(verb="factor_put_off").count() == 1
    assert not has_factor(Staff.objects.get().user)
    reminder = PageContent(setup.client.get("/manage/"))
    assert reminder.link("Set up two-factor sign-in").href == "/audit/factor"
    setup.client.get("/audit/factor")
    device = TOTPDevice.objects.get(user__username="hornbeam")
    totp = TOTP(device.bin_key)
    totp.time = timezone.now().timestamp()
    setup.client.post("/audit/factor", {"code": f"{totp.token():06d}"})
    assert has_factor(Staff.objects.get().user)
    assert "Set up two-factor" not in PageContent(setup.client.get("/manage/")).names("link")
