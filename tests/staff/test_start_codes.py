"""Start codes: a staff member without a PIN chooses one with a code, once, in a browser."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from dealer_ui.auth import COOKIE
from poker.refusal import Refusal
from staff.models import AuditEvent, Room, Staff, StartCode
from staff.pins import DELAY_FROM, pin_choose, staff_by_pin
from staff.start_codes import CODE_LIFETIME, start_codes_make
from tables.models import Device
from tables.pairing import device_pair, pairing_code_make
from tests.support.page_roles import PageContent
from tests.support.room import NOW, TableDriver, create_staff
from tests.support.table_fixtures import room

__all__ = ["room"]


@pytest.fixture
def wren(room: TableDriver) -> Staff:
    """A dealer without a PIN."""
    staff = create_staff("dealer", alias="Wren", badge="101", rooms=[Room.objects.get()])
    Staff.objects.update(pin_hash="")
    staff.refresh_from_db()
    return staff


@pytest.fixture
def manager(wren: Staff) -> Staff:
    return create_staff("manager", alias="Hornbeam", badge="301")


def code_of(staff: Staff, manager: Staff) -> str:
    printed, _ = start_codes_make(staff=[staff], by=manager, now=timezone.now())
    return printed[0].code


def test_start_code_leads_to_the_choice_of_a_pin(wren: Staff, manager: Staff) -> None:
    code = code_of(wren, manager)
    client = Client()
    response = client.post("/floor/sign-in", {"badge": "101", "pin": code, "next": "/floor/"})
    choose = response.headers["Location"]
    assert choose.startswith("/pin?next=")
    assert "Choose your PIN, Wren" in PageContent(client.get(choose)).text
    for pin, again, message in (
        ("1234", "1234", "common one"),
        ("27182", "27183", "differ"),
        ("12", "12", "4 to 8 digits"),
    ):
        refused = client.post(choose, {"pin": pin, "again": again})
        assert refused.status_code == 422
        assert message in PageContent(refused).alert()
    page = PageContent(client.post(choose, {"pin": "27182", "again": "27182"}))
    assert "Your PIN is set" in page.text
    assert page.link("Sign in").href.startswith("/floor/sign-in")
    now = timezone.now()
    assert staff_by_pin(badge="101", pin="27182", room_id=None, now=now) == wren
    assert not StartCode.objects.exists()
    with pytest.raises(Refusal, match="bad_sign_in"):
        staff_by_pin(badge="101", pin=code, room_id=None, now=now)
    assert AuditEvent.objects.get(verb="pin_chosen").who == wren.key
    assert code not in str(list(AuditEvent.objects.values()))


def test_no_page_takes_a_pin_without_the_code(wren: Staff, manager: Staff) -> None:
    code_of(wren, manager)
    stranger = Client()
    response = stranger.post("/pin?next=https://elsewhere.example", {"pin": "27182"})
    assert response.headers["Location"] == "/floor/sign-in"
    wren.refresh_from_db()
    assert wren.pin_hash == ""


def test_tablet_says_where_the_pin_is_chosen(
    wren: Staff, manager: Staff, room: TableDriver
) -> None:
    device = Device.objects.create(name="Tablet T1", table=room.table)
    paired = device_pair(code=pairing_code_make(device=device, now=NOW), now=NOW)
    client = Client()
    client.cookies[COOKIE] = paired.token
    body = {"badge": "101", "pin": code_of(wren, manager)}
    response = client.post("/tablet/sign-in", body, content_type="application/json")
    assert response.status_code == 403
    assert "in a browser" in response.json()["message"]


def test_wrong_start_codes_are_delayed_as_wrong_pins_are(wren: Staff, manager: Staff) -> None:
    code_of(wren, manager)
    codes = []
    for _ in range(DELAY_FROM + 1):
        with pytest.raises(Refusal) as refused:
            staff_by_pin(badge="101", pin="00000000", room_id=None, now=NOW)
        codes.append(refused.value.code)
    assert codes == [*["bad_sign_in"] * (DELAY_FROM - 1), "locked_out", "locked_out"]


def test_code_expires_and_a_fresh_one_replaces_it(wren: Staff, manager: Staff) -> None:
    old = code_of(wren, manager)
    new = code_of(wren, manager)
    assert StartCode.objects.count() == 1
    later = timezone.now() + CODE_LIFETIME + timedelta(minutes=1)
    for code, now in ((old, timezone.now()), (new, later)):
        with pytest.raises(Refusal, match="bad_sign_in"):
            staff_by_pin(badge="101", pin=code, room_id=None, now=now)
    with pytest.raises(Refusal, match="choose_pin_late"):
        pin_choose(staff=wren, pin="27182", now=later)
    with pytest.raises(Refusal, match="choose_pin"):
        staff_by_pin(badge="101", pin=new, room_id=None, now=timezone.now())


def test_code_survives_a_new_secret_key(wren: Staff, manager: Staff, settings: Settings) -> None:
    code = code_of(wren, manager)
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    settings.SECRET_KEY_FALLBACKS = [old]
    with pytest.raises(Refusal, match="choose_pin"):
        staff_by_pin(badge="101", pin=code, room_id=None, now=timezone.now())


def test_only_staff_without_a_pin_get_a_code(wren: Staff, manager: Staff) -> None:
    inactive = create_staff("dealer", alias="Plover", badge="102")
    Staff.objects.filter(pk=inactive.pk).update(pin_hash="")
    inactive.user.is_active = False
    inactive.user.save()
    printed, _ = start_codes_make(staff=[wren, manager, inactive], by=manager, now=NOW)
    assert [printed_code.staff for printed_code in printed] == [wren]
    assert re.fullmatch("[0-9]{8}", printed[0].code)
    assert printed[0].code not in StartCode.objects.get().code_hash
