"""The access report: who has which role, since when and by whom, and last use; stored unchanged and
signed off once.
"""

import csv
from io import StringIO

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from staff.access_report import quarter_of, report_make, rows
from staff.models import AccessReport, AuditEvent, SignInDelay, Staff
from staff.sessions import SIGN_IN_AREAS
from staff.tasks import quarter_report
from tests.support.audit_fixtures import PASSWORD
from tests.support.page_roles import PageContent
from tests.support.room import NOW, PIN
from tests.support.staff_fixtures import House, enroll


@pytest.fixture
def manager(house: House) -> Client:
    client = Client()
    client.post(reverse("admin:login"), {"username": "hornbeam", "password": PASSWORD})
    return client


def test_report_lists_staff_with_access(house: House, manager: Client) -> None:
    wren = house.people["dealer"]
    data = {"alias": "Wren", "badge": wren.badge, "username": "wren", "is_active": "on"}
    data |= {"role": str(Group.objects.get(name="desk").pk), "pin": "", "password": ""}
    data |= {"rooms": str(house.game.table.room_id)}
    manager.post(reverse("admin:staff_staff_change", args=[wren.pk]), data)
    enroll(house.people["manager"])
    lens = Staff.objects.get(alias="Lens")
    until = NOW.replace(year=9000)
    SignInDelay.objects.create(staff=lens, network="10.0.0.9", failures=9, until=until)
    report = report_make(by=house.people["manager"], now=NOW)
    made_rows = {row["alias"]: row for row in report.rows}
    assert list(made_rows) == ["Cobalt", "Hornbeam", "Lens", "Rowan", "Wren"]
    assert (made_rows["Wren"]["role"], made_rows["Wren"]["given by"]) == ("desk", "Hornbeam")
    assert made_rows["Cobalt"]["given by"] == "no record"
    assert made_rows["Hornbeam"]["second factor"]
    assert not made_rows["Rowan"]["second factor"]
    assert made_rows["Hornbeam"]["last use: setup"]
    assert not made_rows["Hornbeam"]["never used"]
    assert made_rows["Rowan"]["never used"]
    assert [name for name, row in made_rows.items() if row["locked out"]] == ["Lens"]


def test_report_names_who_created_an_account_in_settings(house: House, manager: Client) -> None:
    desk = Group.objects.get(name="desk")
    data = {"alias": "Juniper", "badge": "777", "username": "juniper", "is_active": "on"}
    data |= {"role": str(desk.pk), "pin": "8642", "password": "", "seen": ""}
    data |= {"rooms": str(house.game.table.room_id)}
    assert manager.post(reverse("manage:person-new"), data).status_code == 302
    act = AuditEvent.objects.get(verb="staff_added", about_name__contains="Juniper")
    row = next(row for row in rows(NOW) if row["alias"] == "Juniper")
    assert (row["given by"], row["role since"]) == ("Hornbeam", f"{act.at:%Y-%m-%d %H:%M}")
    message = manager.get(reverse("audit:access"), {"q": "juni", "role": "desk"}).content.decode()
    assert "Juniper" in PageContent(message).status()
    assert "<strong>Wren</strong>" not in message
    assert "Reset two-factor" not in PageContent(message).text


@pytest.mark.parametrize(
    ("area", "next_url", "used"),
    [
        ("reports", "", "reports"),
        ("audit", "/audit/?q=1", "audit"),
        ("floor", "/replay/", "replay"),
        ("incidents", "/players/", "players"),
        ("incidents", "https://a.example/", "incidents"),
    ],
)
def test_report_has_the_last_use_of_each_area(
    house: House, area: str, next_url: str, used: str
) -> None:
    data = {"badge": house.people["manager"].badge, "pin": PIN, "next": next_url}
    assert Client().post(reverse(f"{area}:sign-in"), data).status_code == 302
    row = next(row for row in rows(NOW) if row["alias"] == "Hornbeam")
    assert [name for name in SIGN_IN_AREAS if row[f"last use: {name}"]] == [used]


def test_task_creates_one_report_per_quarter(house: House) -> None:
    quarter_report()
    quarter_report()
    report = AccessReport.objects.get()
    assert report.made_by is None
    assert quarter_of(NOW) == "2026-Q4"
    assert quarter_of(NOW.replace(month=1)) == "2026-Q1"
    assert AuditEvent.objects.get(verb="access_report_made").who == "system.clock"


def test_report_is_stored_unchanged_and_signed_off_once(house: House, manager: Client) -> None:
    assert manager.post(reverse("audit:access-report-make")).status_code == 302
    report = AccessReport.objects.get()
    address = reverse("audit:access-report", args=[report.pk])
    assert "Sign off" in PageContent(manager.get(address)).names("button")
    sign = reverse("audit:access-report-sign", args=[report.pk])
    assert manager.post(sign, {"note": "Lens leaves in May"}).status_code == 302
    assert manager.post(sign).status_code == 422
    assert "Lens leaves in May" in PageContent(manager.get(address)).text
    assert AuditEvent.objects.get(verb="access_report_signed").reason == "Lens leaves in May"
    with pytest.raises(IntegrityError, match="never"), transaction.atomic():
        AccessReport.objects.update(rows=[])
    with pytest.raises(IntegrityError, match="never"), transaction.atomic():
        report.sign_off.delete()


def test_report_is_a_csv_file_without_formulas(house: House, manager: Client) -> None:
    Staff.objects.filter(alias="Wren").update(alias="=1+1")
    report = report_make(by=None, now=NOW)
    response = manager.get(reverse("audit:access-report-csv", args=[report.pk]))
    rows = list(csv.reader(StringIO(response.content.decode())))
    assert rows[0][:4] == ["alias", "badge", "name", "role"]
    assert rows[1][0] == "'=1+1"
    pdf_response = manager.get(reverse("audit:access-report-pdf", args=[report.pk]))
    assert pdf_response.content.startswith(b"%PDF")
    acts = AuditEvent.objects.filter(verb="report_downloaded").values_list("reason", flat=True)
    assert sorted(acts) == ["csv", "pdf"]


def test_report_shows_limits_and_links_to_their_settings(house: House, manager: Client) -> None:
    page = manager.get(reverse("audit:access")).content.decode()
    assert "480 min" in PageContent(page).text
    hrefs = {link.href.partition("?")[0] for link in PageContent(page).links()}
    assert reverse("manage:sign-ins") in hrefs
