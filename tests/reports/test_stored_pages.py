"""Pages of stored reports, of what was ruled differently and of discipline, at the server."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils.html import escape

from audit.models import Act
from players.models import Player
from players.sanctions import sanction_give
from reports.archive.archiving import room_archive_reports
from reports.archive.mailing import addresses_set
from reports.models import DayTable, Mailing, StoredReport
from tests.reports.rows import HOLDEM, Night, night
from tests.reports.test_consistency import _ruling
from tests.reports.test_pages import signed_in
from tests.tables.conftest import _quick
from tests.tables.room import PIN, staff

__all__ = ["_quick"]
pytestmark = pytest.mark.db
NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
REPORTS = 2  # the shift and its day


@pytest.fixture(autouse=True)
def _no_paper() -> Iterator[None]:
    with patch("reports.archive.pdf.pdf", return_value=b"%PDF-"):
        yield


@pytest.fixture
def rows(db: None) -> Night:
    """A shift and its day, over and stored, with a mail each."""
    found = night(staff("dealer", alias="Wren", badge="101"), staff("dealer", alias="Plover", badge="102"))  # fmt: skip
    found.room.rolled.until = int(NOW.timestamp())
    found.room.rolled.save()
    addresses_set(room=found.room, text="oak@room.example", now=NOW - timedelta(days=9))
    assert room_archive_reports(found.room, now=NOW) == REPORTS
    return found


def shift() -> StoredReport:
    return StoredReport.objects.get(shift="swing", edition=1)


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.content
    return answer.content.decode()


def test_what_is_stored_is_listed_and_read(rows: Night) -> None:
    manager = signed_in("manager")
    listed = text_of(manager, "/reports/stored/")
    assert "Swing shift" in listed
    assert ">Day<" in listed
    assert "Queued" in listed
    read = text_of(manager, f"/reports/stored/{shift().pk}/")
    for text in (
        "Swing shift report",
        "Fri, Nov 20, 2026",
        "<strong>285</strong>",
        "Not closed",
        "oak@room.example",
    ):
        assert text in read, text
    paper = manager.get(f"/reports/stored/{shift().pk}.pdf")
    assert paper.headers["Content-Type"] == "application/pdf"
    assert Act.objects.filter(verb="report_downloaded").count() == 1
    assert "No stored reports yet" in text_of(manager, "/reports/stored/?until=2020-01-01")
    assert manager.get("/reports/stored/?until=noon").status_code == 404
    assert manager.get("/reports/stored/9999999/").status_code == 404


def test_supervisors_read_shifts_and_close_them(rows: Night) -> None:
    supervisor = signed_in("supervisor")
    assert ">Day<" not in text_of(supervisor, "/reports/stored/")
    day = StoredReport.objects.get(shift="")
    assert supervisor.get(f"/reports/stored/{day.pk}/").status_code == 403
    assert supervisor.get(f"/reports/stored/{day.pk}.pdf").status_code == 403
    at = f"/reports/stored/{shift().pk}/close"
    wrong = supervisor.post(at, {"badge": "201", "pin": "0000"})
    assert wrong.status_code == 403
    assert 'value="201"' in wrong.content.decode()
    assert supervisor.post(at, {"badge": "201", "pin": PIN}).status_code == 302
    assert "Closed by Supervisor at " in text_of(supervisor, f"/reports/stored/{shift().pk}/")
    assert supervisor.post(at, {"badge": "201", "pin": PIN}).status_code == 409


def test_a_new_edition_says_what_differs_and_the_old_one_that_it_is_old(rows: Night) -> None:
    cell = DayTable.objects.filter(room=rows.room)[0]
    DayTable.objects.filter(pk=cell.pk).update(hands=cell.hands - 1)
    assert room_archive_reports(rows.room, now=NOW + timedelta(hours=1)) == REPORTS
    manager = signed_in("manager")
    new = StoredReport.objects.get(shift="swing", edition=2)
    assert "Changes from" in text_of(manager, f"/reports/stored/{new.pk}/")
    old = text_of(manager, f"/reports/stored/{shift().pk}/")
    assert "Corrected since" in old
    assert "Close this report" not in old


def test_managers_see_where_and_send_again(rows: Night) -> None:
    manager, supervisor = signed_in("manager"), signed_in("supervisor")
    assert "Emailed to oak@room.example." in text_of(manager, "/reports/stored/")
    assert "oak@room.example" not in text_of(supervisor, "/reports/stored/")
    mailing = Mailing.objects.get(report=shift())
    at = f"/reports/stored/mails/{mailing.pk}/again"
    assert manager.post(at).status_code == 409
    Mailing.objects.update(state="failed", error="Connection refused")
    assert "Connection refused" in text_of(manager, f"/reports/stored/{shift().pk}/")
    assert supervisor.post(at).status_code == 403
    assert manager.post(at).status_code == 302
    assert Mailing.objects.get(pk=mailing.pk).state == "queued"
    assert Act.objects.filter(verb="report_mailed").count() == 1


def test_what_was_ruled_differently_is_shown_with_links(rows: Night) -> None:
    manager = signed_in("manager")
    address = "/reports/consistency/?first=2026-11-20&last=2026-11-20"
    assert "No conflicting rulings" in text_of(manager, address)
    oak = staff("supervisor", alias="Oak", badge="202")
    ruling = _ruling(rows.tables[1], oak, 100)
    _ruling(rows.tables[1], oak, 101, outcome="", result="It stands.", decision="overridden")
    match = text_of(manager, address)
    assert f"/floor/rulings/{ruling.pk}/" in match
    assert "Ruled differently under one version" in match
    of_game = manager.get(
        "/reports/consistency/", {"first": "2026-11-20", "last": "2026-11-20", "game": HOLDEM}
    )
    assert f"<option selected>{escape(HOLDEM)}</option>" in of_game.content.decode()
    file = manager.get(address.replace("consistency/", "consistency.csv"))
    assert b"It stands." in file.content
    assert manager.get("/reports/consistency/?first=2026-11-20&last=2026-11-19").status_code == 422
    assert signed_in("supervisor").get(address).status_code == 403


def test_discipline_is_by_alias(rows: Night) -> None:
    supervisor = signed_in("supervisor")
    assert "No one is barred" in text_of(supervisor, "/reports/discipline/")
    kettle = Player.objects.create(alias="Kettle", legal_name="Somebody Else")
    for _ in range(2):
        sanction_give(player=kettle, kind="warning", until=None, reason="So.", by="staff.2", now=NOW)  # fmt: skip
    match = text_of(supervisor, "/reports/discipline/")
    assert "Kettle" in match
    assert "Suspension for 24 hours" in match
    assert "Somebody Else" not in match
    assert b"Kettle" in supervisor.get("/reports/discipline.csv").content
    assert supervisor.get("/reports/discipline.xlsx").status_code == 200
    assert supervisor.get("/reports/discipline.exe").status_code == 404
    assert signed_in("dealer").get("/reports/discipline/").status_code == 403
