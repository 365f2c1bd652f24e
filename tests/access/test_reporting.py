"""The access report: who has which role since when and by whom, last use; kept as it was, signed off once."""

import csv
from io import StringIO

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from access.models import AccessReport
from access.reporting import quarter_of, report_make
from access.tasks import quarter_report
from audit.models import Act
from tables.models import Staff
from tests.access.conftest import House, enrolled
from tests.audit_ui.conftest import PASSWORD
from tests.tables.room import NOW

pytestmark = pytest.mark.db


@pytest.fixture
def manager(house: House) -> Client:
    client = Client()
    client.post(reverse("admin:login"), {"username": "hornbeam", "password": PASSWORD})
    return client


def test_it_says_who_has_access(house: House, manager: Client) -> None:
    wren = house.people["dealer"]
    said = {"alias": "Wren", "badge": wren.badge, "username": "wren", "is_active": "on"}
    said |= {"role": str(Group.objects.get(name="desk").pk), "pin": "", "password": ""}
    manager.post(reverse("admin:tables_staff_change", args=[wren.pk]), said)
    enrolled(house.people["manager"])
    Staff.objects.filter(alias="Lens").update(locked_until=NOW.replace(year=9000))
    made = report_make(by=house.people["manager"], now=NOW)
    rows = {row["alias"]: row for row in made.rows}
    assert list(rows) == ["Cobalt", "Hornbeam", "Lens", "Rowan", "Wren"]
    assert (rows["Wren"]["role"], rows["Wren"]["given by"]) == ("desk", "Hornbeam")
    assert rows["Cobalt"]["given by"] == "before acts were kept"
    assert rows["Hornbeam"]["second factor"]
    assert not rows["Rowan"]["second factor"]
    assert rows["Hornbeam"]["last use: setup"]
    assert not rows["Hornbeam"]["never used"]
    assert rows["Rowan"]["never used"]
    assert [name for name, row in rows.items() if row["locked out"]] == ["Lens"]


def test_the_job_makes_one_a_quarter(house: House) -> None:
    quarter_report()
    quarter_report()
    report = AccessReport.objects.get()
    assert report.made_by is None
    assert quarter_of(NOW) == "2026-Q4"
    assert quarter_of(NOW.replace(month=1)) == "2026-Q1"
    assert Act.objects.get(verb="access_report_made").who == "system.clock"


def test_it_is_kept_as_it_was_and_signed_off_once(house: House, manager: Client) -> None:
    assert manager.post(reverse("audit:access-report-make")).status_code == 302
    report = AccessReport.objects.get()
    address = reverse("audit:access-report", args=[report.pk])
    assert "Sign off" in manager.get(address).content.decode()
    sign = reverse("audit:access-report-sign", args=[report.pk])
    assert manager.post(sign, {"note": "Lens leaves in May"}).status_code == 302
    assert manager.post(sign).status_code == 422
    assert "Lens leaves in May" in manager.get(address).content.decode()
    assert Act.objects.get(verb="access_report_signed").reason == "Lens leaves in May"
    with pytest.raises(IntegrityError, match="never"), transaction.atomic():
        AccessReport.objects.update(rows=[])
    with pytest.raises(IntegrityError, match="never"), transaction.atomic():
        report.sign_off.delete()


def test_it_is_a_file_too(house: House, manager: Client) -> None:
    Staff.objects.filter(alias="Wren").update(alias="=1+1")
    report = report_make(by=None, now=NOW)
    answer = manager.get(reverse("audit:access-report-csv", args=[report.pk]))
    rows = list(csv.reader(StringIO(answer.content.decode())))
    assert rows[0][:4] == ["alias", "badge", "name", "role"]
    assert rows[1][0] == "'=1+1"
    paper = manager.get(reverse("audit:access-report-pdf", args=[report.pk]))
    assert paper.content.startswith(b"%PDF")
    taken = Act.objects.filter(verb="report_downloaded").values_list("reason", flat=True)
    assert sorted(taken) == ["csv", "pdf"]


def test_limits_are_read_here_and_changed_at_the_settings(house: House, manager: Client) -> None:
    page = manager.get(reverse("audit:access")).content.decode()
    assert "<td>480 min</td>" in page
    assert reverse("manage:sign-ins") in page
