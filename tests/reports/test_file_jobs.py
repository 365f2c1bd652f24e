"""PDFs made by a worker: asked for, watched, downloaded by one person, removed after a day."""

from datetime import timedelta
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from reports.models import ReportFile
from reports.pages.file_jobs import file_make, files_remove
from staff.models import AuditEvent
from tests.support.page_roles import PageContent
from tests.support.report_pages import QUERY, sign_in_role
from tests.support.report_rows import DAY, SHIFT, SimpleNight, create_night
from tests.support.room import create_staff

SEND = "reports.pages.file_jobs.current_app.send_task"


@pytest.fixture
def rows(db: None) -> SimpleNight:
    return create_night(
        create_staff("dealer", alias="Wren", badge="101"),
        create_staff("dealer", alias="Plover", badge="102"),
    )


def _ask(client: Client, rows: SimpleNight, kind: str = "shift") -> str:
    """Ask for the PDF of the shift; return the address of its page."""
    query = f"room={rows.room.pk}&day={DAY}&shift={SHIFT}"
    with patch(SEND) as send:
        response = client.post(f"/reports/{kind}/make?{query}")
    assert response.status_code == 302, response.content
    if send.called:
        row = ReportFile.objects.latest("asked_at")
        assert send.call_args.args == ("reports.file", [str(row.key)])
    return str(response["Location"])


def test_a_file_is_watched_then_downloaded(rows: SimpleNight) -> None:
    client = sign_in_role("manager")
    at = _ask(client, rows)
    page = PageContent(client.get(at))
    assert page.status() == "Waiting …"
    row = ReportFile.objects.get()
    assert client.get(f"/reports/files/{row.key}.pdf").status_code == 404
    assert file_make(str(row.key))
    assert not file_make(str(row.key)), "a second worker leaves it alone"
    page = PageContent(client.get(at))
    link = page.link("Download shift-swing-2026-11-20.pdf")
    response = client.get(link.href)
    assert response.content.startswith(b"%PDF")
    assert response["Content-Disposition"] == 'attachment; filename="shift-swing-2026-11-20.pdf"'
    assert AuditEvent.objects.filter(verb="report_downloaded").count() == 1


def test_two_taps_ask_for_one_file(rows: SimpleNight) -> None:
    client = sign_in_role("manager")
    assert _ask(client, rows) == _ask(client, rows)
    assert ReportFile.objects.count() == 1
    ReportFile.objects.update(asked_at=timezone.now() - timedelta(minutes=2))
    _ask(client, rows)
    assert ReportFile.objects.count() == 2


def test_a_file_is_for_who_asked_alone(rows: SimpleNight) -> None:
    at = _ask(sign_in_role("manager"), rows)
    row = ReportFile.objects.get()
    file_make(str(row.key))
    other = sign_in_role("supervisor")
    assert other.get(at).status_code == 404
    assert other.get(f"/reports/files/{row.key}.pdf").status_code == 404
    assert other.get(f"/reports/files/{uuid4()}/").status_code == 404
    assert "sign-in" in Client().get(at)["Location"]


def test_roles_ask_only_for_what_they_may_read(rows: SimpleNight) -> None:
    supervisor = sign_in_role("supervisor")
    with patch(SEND) as send:
        assert supervisor.post(f"/reports/day/make?day={DAY}").status_code == 403
        assert supervisor.post("/reports/nothing/make").status_code == 404
        assert supervisor.get("/reports/shift/make").status_code == 405
    assert not send.called


def test_what_fails_is_said_and_can_be_asked_again(rows: SimpleNight) -> None:
    client = sign_in_role("manager")
    at = _ask(client, rows)
    row = ReportFile.objects.get()
    with patch("reports.pages.file_jobs.file_of", side_effect=ValueError("no glyph")):
        assert not file_make(str(row.key))
    page = PageContent(client.get(at))
    assert "couldn't be made" in page.alert()
    assert page.button("Ask again").action.startswith("/reports/shift/make?")
    assert _ask(client, rows) != at


def test_a_range_that_is_refused_says_why(rows: SimpleNight) -> None:
    client = sign_in_role("manager")
    with patch(SEND):
        at = client.post("/reports/shift/make?day=yesterday")["Location"]
    file_make(str(ReportFile.objects.get().key))
    assert "isn\u2019t a date" in PageContent(client.get(at)).alert()


def test_no_worker_is_said(rows: SimpleNight) -> None:
    client = sign_in_role("manager")
    with patch(SEND, side_effect=OperationalError("away")):
        response = client.post(f"/reports/shift/make?day={DAY}&shift={SHIFT}")
    assert response.status_code == 503
    assert not ReportFile.objects.exists()
    at = _ask(client, rows)
    ReportFile.objects.update(asked_at=timezone.now() - timedelta(minutes=3))
    assert "No worker has made the file" in PageContent(client.get(at)).alert()


def test_files_are_removed_after_a_day(rows: SimpleNight) -> None:
    client = sign_in_role("manager")
    at = _ask(client, rows)
    now = timezone.now()
    assert files_remove(now + timedelta(hours=23)) == 0
    assert files_remove(now + timedelta(hours=25)) == 1
    assert client.get(at).status_code == 404


def test_the_page_asks_a_worker(rows: SimpleNight) -> None:
    page = PageContent(sign_in_role("manager").get(f"/reports/shift/?{QUERY['shift']}"))
    assert page.button("PDF").action.startswith("/reports/shift/make?")
