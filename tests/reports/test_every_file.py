"""Every report in every file format: it exists and states its subject, its author and the verified logs."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO, StringIO
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook
from pypdf import PdfReader

from journal.chain_verification import verify_streams
from journal.models import ChainVerification
from players.models import Player
from players.sanctions import sanction_give
from reports.archive.archiving import room_archive_reports
from reports.models import ArchivedReport
from reports.pages.files import FORMS
from reports.pages.report_types import KINDS
from reports.tasks import prove
from staff.access_report import report_make
from staff.installation import ROW
from staff.models import AuditEvent, Installation
from tests.support.archive_times import NOW
from tests.support.law_examples import sampled
from tests.support.page_roles import PageContent
from tests.support.report_pages import QUERY, sign_in_role
from tests.support.report_rows import DAY, SimpleNight, create_night
from tests.support.room import create_staff
from tests.support.ruled_twice import _create_ruling

pytestmark = pytest.mark.release_on_postgresql
SPAN = f"first={DAY}&last={DAY}"
LOG = "Log verified to entry 2 of the room\u2019s logs, chain unbroken, at Nov 21 09:00"
NO_LOG = "no hash chain covers them"
LINES = {"discipline": NO_LOG, "access": "Access report"}
ADDRESSES = {
    **{key: f"/reports/{key}.{{}}?{query}" for key, query in QUERY.items()},
    "consistency": f"/reports/consistency.{{}}?{SPAN}",
    "discipline": "/reports/discipline.{}",
    "stored shift": "/reports/stored/{}.{{}}",
    "stored day": "/reports/stored/{}.{{}}",
    "access": "/audit/access/reports/{}.{{}}",
}


@dataclass
class ReportHouse:
    """A night with an archived shift and day, two different rulings, a warned player, an access report."""

    rows: SimpleNight
    manager: Client
    numbers: dict[str, int]

    def get(self, name: str, form: str) -> Any:
        """Fetch a file."""
        address = (
            ADDRESSES[name].format(self.numbers[name]) if name in self.numbers else ADDRESSES[name]
        )
        return self.manager.get(address.format(form))


@pytest.fixture
def house(db: None) -> ReportHouse:
    rows = create_night(
        create_staff("dealer", alias="Wren", badge="101"),
        create_staff("dealer", alias="Plover", badge="102"),
    )
    rows.room.rolled.until = int(NOW.timestamp())
    rows.room.rolled.save()
    oak = create_staff("supervisor", alias="Oak", badge="202")
    _create_ruling(rows.tables[1], oak, 100)
    _create_ruling(rows.tables[1], oak, 101, outcome="", result="It stands.", decision="overridden")
    kettle = Player.objects.create(alias="Kettle")
    sanction_give(player=kettle, kind="warning", until=None, reason="So.", by="staff.2", now=NOW)
    verify_streams(NOW)
    room_archive_reports(rows.room, now=NOW)
    stored_pks = dict(ArchivedReport.objects.values_list("shift", "pk"))
    report = report_make(by=None, now=NOW)
    numbers = {
        "stored shift": stored_pks["swing"],
        "stored day": stored_pks[""],
        "access": report.pk,
    }
    return ReportHouse(rows, sign_in_role("manager"), numbers)


class RecordedHtml:
    """A stand-in for WeasyPrint that stores its input."""

    texts: list[str]

    def __init__(self) -> None:
        """Nothing yet."""
        self.texts = []

    def __call__(self, *, string: str, **_: object) -> "RecordedHtml":
        """As its HTML is made."""
        self.texts.append(string)
        return self

    def write_pdf(self) -> bytes:
        """Return a minimal PDF."""
        return b"%PDF-"


@pytest.fixture
def recorded_html() -> Iterator[RecordedHtml]:
    html = RecordedHtml()
    with patch("web.printing.pdf._html", return_value=html):
        yield html


@pytest.mark.once
def test_every_report_is_available_in_every_format(
    house: ReportHouse, recorded_html: RecordedHtml
) -> None:
    files = list(product(ADDRESSES, FORMS))
    for name, form in sampled(files, 2):  # each report in one or two of the formats
        kind = FORMS[form]
        response = house.get(name, form)
        assert (name, form, response.status_code) == (name, form, 200)
        assert response.headers["Content-Type"] == kind
        assert f'.{form}"' in response.headers["Content-Disposition"]
        text = file_text(form, response.content, recorded_html)
        if (name, form) not in (
            ("access", "csv"),
            ("access", "xlsx"),
        ):  # a table and nothing else
            assert LINES.get(name, LOG) in text, (name, form)


def test_files_of_a_room_in_euros_have_no_dollar(
    house: ReportHouse, recorded_html: RecordedHtml
) -> None:
    Installation.objects.create(pk=ROW, currency="EUR")
    for name in ("shift", "range", "stored shift"):
        for form in FORMS:
            content = house.get(name, form).content
            text = file_text(form, content, recorded_html)
            assert "$" not in text, (name, form)
            if form != "xlsx":
                assert "€" in text, (name, form)
                continue
            sheets = load_workbook(BytesIO(content)).worksheets
            formats = {
                cell.number_format for page in sheets for row in page.iter_rows() for cell in row
            }
            assert f'#,##0.00"{chr(0xA0)}€"' in formats
            assert not [item for item in formats if "$" in item]


def file_text(form: str, content: bytes, recorded_html: RecordedHtml) -> str:
    """Return all text of a file; for a PDF, the text it was built from."""
    if form == "csv":
        rows = csv.reader(StringIO(content.decode("utf-8-sig"), newline=""))
        return "\n".join(cell for row in rows for cell in row)
    if form == "xlsx":
        pages = load_workbook(BytesIO(content)).worksheets
        return "\n".join(
            str(cell.value) for page in pages for row in page.iter_rows() for cell in row
        )
    assert content == b"%PDF-"
    return recorded_html.texts[-1]


def test_pdf_of_rulings_and_discipline_has_their_rows(house: ReportHouse) -> None:
    for name, phrases in (
        ("consistency", ("Ruled differently", "It stands.", "Oak", LOG, "1 / 1")),
        ("discipline", ("Next step of the ladder", "Kettle", "1 warning", NO_LOG)),
    ):
        pdf_reader = PdfReader(BytesIO(house.get(name, "pdf").content))
        text = " ".join(
            "\n".join(page_object.extract_text() for page_object in pdf_reader.pages).split()
        )
        assert [phrase for phrase in phrases if phrase not in text] == []


def test_every_page_names_the_chain_status(house: ReportHouse) -> None:
    pages = [f"/reports/{kind}/?{QUERY[kind]}" for kind in KINDS]
    pages = [*sampled(pages, 4), f"/reports/consistency/?{SPAN}"]
    for address in pages:
        text = house.manager.get(address).content.decode()
        assert LOG in PageContent(text).text, address
        assert PageContent(text).names("alert") == []
    ChainVerification.objects.filter(stream__table__name="T2").update(
        broken="entry 1: is missing", broken_at=NOW + timedelta(minutes=1)
    )
    message = "The room\u2019s log is broken: T2, entry 1: is missing, found Nov 21 09:01"
    for address in pages:
        text = house.manager.get(address).content.decode()
        assert LOG not in text
        assert text.count(message) == 2, address
        assert message in PageContent(text).alert()
    assert message in house.get("shift", "csv").content.decode()
    # An archived report shows what was verified then.
    stored_page = PageContent(
        house.manager.get(f"/reports/stored/{house.numbers['stored shift']}/")
    )
    assert LOG in stored_page.text
    first = house.rows.tables[0].stream
    first.refresh_from_db()
    assert first.hash[:16] in stored_page.text


def test_report_pages_and_files_read_no_log(house: ReportHouse) -> None:
    """Pages, files, archives and rulings read no log: only tasks count and verify it."""
    pages = [f"/reports/{kind}/?{QUERY[kind]}" for kind in sampled(list(KINDS), 2)]
    pages += [f"/reports/consistency/?{SPAN}", "/reports/discipline/", "/reports/stored/"]
    pages += [
        ADDRESSES[name].format(number).format("csv") for name, number in house.numbers.items()
    ]
    pages += [f"/reports/{kind}.csv?{QUERY[kind]}" for kind in sampled(list(KINDS), 2)]
    with CaptureQueriesContext(connection) as queries:
        for address in pages:
            assert house.manager.get(address).status_code == 200, address
    assert len(queries) > len(pages)
    assert [item["sql"] for item in queries if "journal_entry" in item["sql"]] == []


def test_printed_filters_of_an_archived_report_can_be_requested_later(house: ReportHouse) -> None:
    rows = list(csv.reader(StringIO(house.get("stored shift", "csv").content.decode("utf-8-sig"))))
    head = next(at for at, row in enumerate(rows) if row[:2] == ["Log of", "Log"])
    printed = rows[head + 1 : head + 3]
    assert [row[0] for row in printed] == ["T1", "T2"]
    call_command("verify_journal", head=[":".join(row[1:4]) for row in printed])
    stored_rows = [*printed[0][1:3], printed[1][3]]
    with pytest.raises(CommandError, match="1 of 1 heads"):
        call_command("verify_journal", head=[":".join(stored_rows)])


def test_task_verifies_logs_and_records_mismatches(house: ReportHouse) -> None:
    assert prove() == 0
    ChainVerification.objects.filter(stream__table__name="T2").update(hash="f" * 64)
    assert prove() == 1
    assert prove() == 0  # reported once
    act = AuditEvent.objects.get(verb="log_broken")
    assert (act.who, act.about_key) == ("system.clock", house.rows.tables[1].stream.key)


def test_unverified_log_is_not_called_verified(house: ReportHouse) -> None:
    ChainVerification.objects.all().delete()
    text = house.manager.get(f"/reports/day/?{QUERY['day']}").content.decode()
    assert "The room\u2019s logs haven\u2019t been verified yet" in PageContent(text).text
