"""Importing staff and printing codes under Manage, after the setup."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from staff.models import AuditEvent, Staff, StartCode
from tables.models import Device, PairingCode
from tables.pairing import device_pair, device_revoke, pairing_code_make
from tests.support.manage_fixtures import ManagerClient, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import NOW, TableDriver, create_staff

CSV = b"badge;alias;role\n4417;Hawthorn;dealer\n301;Coot;dealer\n"


def test_more_staff_are_imported_and_get_start_codes(hornbeam: ManagerClient) -> None:
    sent = {"file": SimpleUploadedFile("more.csv", CSV)}
    assert hornbeam.post("staff-import", **sent).redirect_url == "/manage/staff/import"
    page = PageContent(hornbeam.get("staff-import").text)
    assert "1 ready, 1 needs a look" in page.status()
    assert "Import 1" in page.names("button")
    assert hornbeam.post("staff-commit").redirect_url == "/manage/staff/"
    assert hornbeam.post("staff-commit").redirect_url == "/manage/staff/import", "once"
    staff = Staff.objects.get(badge="4417")
    assert [room.name for room in staff.rooms.all()] == ["Small room"]
    assert "1 person has no PIN yet" in PageContent(hornbeam.get("staff").text).text
    for kind in ("pdf", "csv"):
        response = hornbeam.client.post("/manage/staff/start-codes", {"kind": kind})
        assert kind in response.headers["Content-Type"]
        assert "no-store" in response.headers["Cache-Control"]
    assert response.content.decode("utf-8-sig").startswith("badge,alias,start code,until\r\n4417,")
    assert StartCode.objects.get().staff == staff
    assert AuditEvent.objects.filter(verb="start_code_made").count() == 2


def test_empty_form_is_accepted_as_it_is(hornbeam: ManagerClient) -> None:
    empty = hornbeam.client.get("/manage/staff/import/form.csv").content
    assert empty == "\ufeffbadge,alias,role,room\r\n".encode()
    page = hornbeam.post("staff-import", file=SimpleUploadedFile("form.csv", empty))
    assert page.status == 422
    assert "no staff in it" in page.errors


def test_no_start_code_where_everyone_has_a_pin(hornbeam: ManagerClient) -> None:
    assert hornbeam.post("start-codes", kind="pdf").status == 422


def test_sheet_is_of_the_chosen_or_of_all_unpaired_tablets(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    table = game.table
    tablets = [Device.objects.create(name=f"Tablet {number}", table=table) for number in range(3)]
    device_pair(code=pairing_code_make(device=tablets[0], now=NOW), now=NOW)
    device_revoke(device=tablets[1], now=NOW)
    PairingCode.objects.all().delete()
    response = hornbeam.client.post("/manage/devices/sheet")
    assert response.headers["Content-Type"] == "application/pdf"
    assert [code.device for code in PairingCode.objects.all()] == [tablets[2]]
    hornbeam.client.post("/manage/devices/sheet", {"tablet": [tablets[0].pk, "x", "9" * 18]})
    assert {code.device for code in PairingCode.objects.all()} == {tablets[0], tablets[2]}
    assert AuditEvent.objects.filter(verb="code_made").count() == 2


@pytest.mark.parametrize("role", ["supervisor", "surveillance"])
def test_codes_are_for_managers(game: TableDriver, role: str) -> None:
    client = sign_in_client(create_staff(role, alias="Rowan", badge="201"))
    for path in ("devices/sheet", "staff/start-codes", "staff/import", "staff/import/commit"):
        assert client.post(f"/manage/{path}").status_code == 403, path
    assert not PairingCode.objects.exists()
