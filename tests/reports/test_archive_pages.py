"""Pages of archived reports, of different rulings and of discipline, on the server."""

from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.template.loader import render_to_string
from django.test import Client

from players.models import Player
from players.sanctions import sanction_give
from reports.archive.archiving import room_archive_reports
from reports.archive.content import FINDINGS
from reports.archive.mailing import addresses_set
from reports.archive.pdf import context_of, page_of, words_of
from reports.models import ArchivedReport, OutageHour, ReportEmail, TableDay
from reports.pages.findings import NOTHING_UNUSUAL
from staff.models import AuditEvent
from tests.support.archive_times import NOW
from tests.support.page_roles import PageContent
from tests.support.report_pages import sign_in_role
from tests.support.report_rows import DAY, HOLDEM, SHIFT, SimpleNight, create_night
from tests.support.room import PIN, create_staff
from tests.support.ruled_twice import _create_ruling

pytestmark = pytest.mark.release_on_postgresql
REPORTS = 2  # the shift and its day


@pytest.fixture(autouse=True)
def _without_pdfs() -> Iterator[None]:
    with patch("reports.archive.pdf.pdf", return_value=b"%PDF-"):
        yield


@pytest.fixture
def rows(db: None) -> SimpleNight:
    """An archived shift and day, with a mail each."""
    simulated_night = create_night(
        create_staff("dealer", alias="Wren", badge="101"),
        create_staff("dealer", alias="Plover", badge="102"),
    )
    simulated_night.room.rolled.until = int(NOW.timestamp())
    simulated_night.room.rolled.save()
    addresses_set(room=simulated_night.room, text="oak@room.example", now=NOW - timedelta(days=9))
    assert room_archive_reports(simulated_night.room, now=NOW) == REPORTS
    return simulated_night


def archived_shift() -> ArchivedReport:
    return ArchivedReport.objects.get(shift="swing", edition=1)


def page_text(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.content
    return response.content.decode()


def test_archived_reports_are_listed_and_shown(rows: SimpleNight) -> None:
    manager = sign_in_role("manager")
    stored_page = PageContent(page_text(manager, "/reports/stored/"))
    assert "Swing shift" in stored_page.names("link")
    assert "Day" in stored_page.names("link")
    assert "Queued" in stored_page.text
    read = page_text(manager, f"/reports/stored/{archived_shift().pk}/")
    for text in (
        "Swing shift report",
        "Fri, Nov 20, 2026",
        "<strong>285</strong>",
        "Not closed",
        "oak@room.example",
    ):
        assert text in read, text
    pdf_response = manager.get(f"/reports/stored/{archived_shift().pk}.pdf")
    assert pdf_response.headers["Content-Type"] == "application/pdf"
    assert AuditEvent.objects.filter(verb="report_downloaded").count() == 1
    assert (
        "No stored reports yet"
        in PageContent(page_text(manager, "/reports/stored/?until=2020-01-01")).status()
    )
    assert manager.get("/reports/stored/?until=noon").status_code == 404
    assert manager.get("/reports/stored/9999999/").status_code == 404


def test_supervisors_read_shifts_and_close_them(rows: SimpleNight) -> None:
    supervisor = sign_in_role("supervisor")
    stored_page = PageContent(page_text(supervisor, "/reports/stored/"))
    assert "Day" not in stored_page.names("link")
    day = ArchivedReport.objects.get(shift="")
    assert supervisor.get(f"/reports/stored/{day.pk}/").status_code == 403
    assert supervisor.get(f"/reports/stored/{day.pk}.pdf").status_code == 403
    at = f"/reports/stored/{archived_shift().pk}/close"
    failed = supervisor.post(at, {"badge": "201", "pin": "0000"})
    assert failed.status_code == 403
    assert PageContent(failed).field("Badge").value == "201"
    assert supervisor.post(at, {"badge": "201", "pin": PIN}).status_code == 302
    assert (
        "Closed by Supervisor at"
        in PageContent(page_text(supervisor, f"/reports/stored/{archived_shift().pk}/")).text
    )
    assert supervisor.post(at, {"badge": "201", "pin": PIN}).status_code == 409


def test_new_edition_lists_differences_and_the_old_one_is_marked(rows: SimpleNight) -> None:
    cell = TableDay.objects.filter(room=rows.room)[0]
    TableDay.objects.filter(pk=cell.pk).update(hands=cell.hands - 1)
    assert room_archive_reports(rows.room, now=NOW + timedelta(hours=1)) == REPORTS
    manager = sign_in_role("manager")
    new = ArchivedReport.objects.get(shift="swing", edition=2)
    new_page = PageContent(page_text(manager, f"/reports/stored/{new.pk}/"))
    assert "Changes from edition 1" in new_page.names("heading")
    old = PageContent(page_text(manager, f"/reports/stored/{archived_shift().pk}/"))
    assert "Corrected since" in old.status()
    assert "Close this report" not in old.text


def test_managers_see_addresses_and_resend_failed_mail(rows: SimpleNight) -> None:
    manager = sign_in_role("manager")
    supervisor = sign_in_role("supervisor")
    assert (
        "Emailed to oak@room.example." in PageContent(page_text(manager, "/reports/stored/")).text
    )
    assert "oak@room.example" not in page_text(supervisor, "/reports/stored/")
    mailing = ReportEmail.objects.get(report=archived_shift())
    at = f"/reports/stored/mails/{mailing.pk}/again"
    assert manager.post(at).status_code == 409
    ReportEmail.objects.update(state="failed", error="Connection refused")
    assert (
        "Connection refused"
        in PageContent(page_text(manager, f"/reports/stored/{archived_shift().pk}/"))
        .row("oak@room.example")
        .cells
    )
    assert supervisor.post(at).status_code == 403
    assert manager.post(at).status_code == 302
    assert ReportEmail.objects.get(pk=mailing.pk).state == "queued"
    assert AuditEvent.objects.filter(verb="report_mailed").count() == 1


def test_inconsistent_rulings_are_shown_with_links(rows: SimpleNight) -> None:
    manager = sign_in_role("manager")
    address = "/reports/consistency/?first=2026-11-20&last=2026-11-20"
    assert "No conflicting rulings" in PageContent(page_text(manager, address)).status()
    oak = create_staff("supervisor", alias="Oak", badge="202")
    ruling = _create_ruling(rows.tables[1], oak, 100)
    _create_ruling(rows.tables[1], oak, 101, outcome="", result="It stands.", decision="overridden")
    match = PageContent(page_text(manager, address))
    assert f"/floor/rulings/{ruling.pk}/" in match.source
    assert "Ruled differently under one version" in match.region("Premature turn").text
    of_game = PageContent(
        manager.get(
            "/reports/consistency/", {"first": "2026-11-20", "last": "2026-11-20", "game": HOLDEM}
        )
    )
    assert of_game.field("Game").value == HOLDEM
    file = manager.get(address.replace("consistency/", "consistency.csv"))
    assert b"It stands." in file.content
    assert manager.get("/reports/consistency/?first=2026-11-20&last=2026-11-19").status_code == 422
    assert sign_in_role("supervisor").get(address).status_code == 403


def test_discipline_report_shows_aliases_only(rows: SimpleNight) -> None:
    supervisor = sign_in_role("supervisor")
    assert (
        "No one is barred"
        in PageContent(page_text(supervisor, "/reports/discipline/")).region("Barred").text
    )
    kettle = Player.objects.create(alias="Kettle", legal_name="Somebody Else")
    for _ in range(2):
        sanction_give(
            player=kettle, kind="warning", until=None, reason="So.", by="staff.2", now=NOW
        )
    match = PageContent(page_text(supervisor, "/reports/discipline/"))
    assert "Kettle" in match.names("link")
    assert "Suspension for 24 hours" in match.row("Kettle").cells
    assert "Somebody Else" not in match.text
    assert b"Kettle" in supervisor.get("/reports/discipline.csv").content
    assert supervisor.get("/reports/discipline.xlsx").status_code == 200
    assert supervisor.get("/reports/discipline.exe").status_code == 404
    assert sign_in_role("dealer").get("/reports/discipline/").status_code == 403


def test_a_stored_shift_begins_with_what_changed(rows: SimpleNight) -> None:
    """On its page, in its PDF and its mail; a day, and a shift that was stored without it, open as before."""
    TableDay.objects.create(
        room=rows.room,
        table=rows.tables[0],
        day=DAY - timedelta(weeks=1),
        shift=SHIFT,
        game=HOLDEM,
        hands=9,
        open_s=3600,
        n=1,
        hh=81,
        ht=9 * 3600,
        tt=3600**2,
    )
    OutageHour.objects.filter(room=rows.room).update(seconds=900)
    cell = TableDay.objects.filter(room=rows.room, day=DAY)[0]
    TableDay.objects.filter(pk=cell.pk).update(hands=cell.hands - 1)
    assert room_archive_reports(rows.room, now=NOW + timedelta(hours=1)) == 2 * REPORTS
    report = ArchivedReport.objects.get(shift=SHIFT, edition=2)
    page = PageContent(page_text(sign_in_role("manager"), f"/reports/stored/{report.pk}/"))
    assert page.row("Hands per table-hour").cell("Before").startswith("9.0 a week ago")
    first = "What changed since the same shift a week ago, Fri, Nov 13. Least usual first."
    offline = "T1: tablet offline for 15 minutes"
    paper = render_to_string("reports/stored_paper.html", context_of(report))
    for text in (page.text, PageContent(paper).text, PageContent(page_of(report)).text):
        assert text.index(first) < text.index(offline) < text.index("Pace by game")
    mail = words_of(report)
    assert mail.index(first) < mail.index(offline) < mail.index("Table-hours: ")
    assert not {differ["sheet"] for differ in report.differs} & {"What changed", "To look at"}

    content = [sheet for sheet in report.content if sheet["key"] not in FINDINGS]
    assert len(content) == len(report.content) - len(FINDINGS)
    before = ArchivedReport(
        pk=report.pk,
        room=rows.room,
        day=DAY,
        shift=SHIFT,
        ends_at=NOW,
        made_at=NOW,
        content=content,
        definitions=1,
        proof=report.proof,
    )
    for text in (
        render_to_string("reports/stored_paper.html", context_of(before)),
        page_of(before),
    ):
        assert "What changed" not in text
    assert "What changed" not in words_of(before)
    day = ArchivedReport.objects.get(shift="", edition=2)
    assert FINDINGS[0] not in {sheet["key"] for sheet in day.content}


def test_a_stored_shift_says_that_nothing_is_out_of_the_usual(rows: SimpleNight) -> None:
    page = PageContent(
        page_text(sign_in_role("manager"), f"/reports/stored/{archived_shift().pk}/")
    )
    assert "No earlier shift of this weekday to compare with." in page.text
    assert NOTHING_UNUSUAL in page.text
