"""Archived reports: stored once, caught up, corrected by editions, closed, mailed."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import DatabaseError, transaction
from pytest_django import Settings

from poker.refusal import Refusal
from reports import tasks
from reports.archive.archiving import SETTLE, room_archive_reports
from reports.archive.closing import report_close
from reports.archive.content import plain, read
from reports.archive.diff import MAX_CELLS, diff
from reports.archive.mailing import (
    LEASE,
    WAITS,
    addresses_set,
    mail_retry,
    mails_send,
)
from reports.archive.pdf import context_of, name_of, paper_of, papers_make, words_of
from reports.figures.dashboard import dashboard
from reports.figures.figure import Column, Sheet
from reports.figures.ranges import of_day
from reports.figures.sheets import sheets
from reports.models import (
    ArchivedReport,
    CallFact,
    ReportClosing,
    ReportEmail,
    ReportPdf,
    RollupProgress,
    TableDay,
)
from reports.rollups.room import room_roll_up
from rulings.models import Call, Ruling
from staff.models import AuditEvent, Room
from tests.reports.failing import TwiceDown
from tests.support.page_roles import PageContent
from tests.support.room import PIN, create_staff
from tools.simulation.night import Night

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 21)
MORNING = datetime(2026, 11, 22, 6, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _no_pdfs() -> Iterator[None]:
    """Skip PDFs, which have their own test."""
    TwiceDown.left = 2
    with patch("reports.archive.pdf.pdf", return_value=b"%PDF-"):
        yield


def run_archive_job(sent_time: datetime) -> int:
    """Run the job at this time."""
    return mails_send(lambda: sent_time)


@pytest.fixture
def room(night: Night) -> Room:
    return night.house.room


@pytest.fixture
def swing(night: Night, room: Room) -> ArchivedReport:
    """The report of the shift that ended at ten."""
    room_archive_reports(room, now=night.now)
    return ArchivedReport.objects.get(room=room)


def test_ended_shift_is_archived_once(night: Night, room: Room) -> None:
    assert room_archive_reports(room, now=night.now) == 1
    assert room_archive_reports(room, now=night.now + 2 * SETTLE) == 0
    report = ArchivedReport.objects.get(room=room)
    assert (report.day, report.shift, report.edition, report.before) == (DAY, "swing", 1, None)
    assert report.ends_at == datetime(2026, 11, 21, 22, tzinfo=UTC)
    archived = read(report.content)
    assert [sheet.key for sheet in archived[:2]] == ["changed", "look"]
    assert archived[2:-2] == sheets(dashboard(of_day(room, DAY, shift="swing")))
    assert [sheet.key for sheet in archived[-2:]] == ["boxes", "records"]


def test_task_archives_and_mails_reports_at_the_end_of_the_shift(
    night: Night, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.tasks.timezone.now", lambda: night.now)
    addresses_set(room=room, text="oak@room.example", now=night.now - timedelta(hours=1))
    Room.objects.filter(pk=room.pk).update(own_time=True)
    assert tasks.store() == 0
    Room.objects.filter(pk=room.pk).update(own_time=False)
    assert tasks.store() == 1
    assert ReportPdf.objects.get().report.shift == "swing"
    assert tasks.mails(lambda: night.now) == 1
    assert [message.to for message in mail.outbox] == [["oak@room.example"]]


def test_shift_is_archived_only_after_the_rollup(night: Night, room: Room) -> None:
    """Ten o'clock has passed, but the logs were counted up to nine only."""
    RollupProgress.objects.filter(room=room).update(
        until=int(datetime(2026, 11, 21, 21, 59, 59, tzinfo=UTC).timestamp())
    )
    assert room_archive_reports(room, now=MORNING) == 0


def test_missed_reports_are_archived_oldest_first(room: Room) -> None:
    room_roll_up(room, until=MORNING)
    with patch("reports.archive.archiving.MAX_REPORTS", 2):
        assert room_archive_reports(room, now=MORNING) == 2
        assert room_archive_reports(room, now=MORNING) == 1
    reports = ArchivedReport.objects.filter(room=room).order_by("pk")
    assert [report.shift for report in reports] == ["swing", "grave", ""]
    assert {report.day for report in reports} == {DAY}
    archived = read(reports[2].content)
    assert archived[:-2] == sheets(dashboard(of_day(room, DAY)))


@pytest.mark.parametrize("change", ["update", "delete"])
def test_archived_reports_are_append_only(swing: ArchivedReport, change: str) -> None:
    paper_of(swing)
    ReportClosing.objects.create(report=swing, by=create_staff("supervisor"), at=MORNING)
    for model in (ReportPdf, ReportClosing, ArchivedReport):
        rows = model._default_manager.all()
        with pytest.raises(DatabaseError, match="never"), transaction.atomic():
            rows._raw_delete(rows.db) if change == "delete" else rows.update(id=0)


def test_corrected_ruling_creates_an_edition_that_names_the_old_one(
    night: Night, room: Room, swing: ArchivedReport
) -> None:
    fact = CallFact.objects.filter(room=room, day=DAY, shift="swing", status="ruled")[0]
    ruling = Ruling.objects.get(call=Call.objects.get(table=fact.table_id, seq=fact.seq))
    later_time = night.now + 2 * SETTLE
    Ruling.objects.create(
        number="C-1",
        kind="correction",
        room=room,
        table=ruling.table,
        about=ruling,
        hand=ruling.hand,
        key=ruling.key,
        decision="overridden",
        result="The pot goes to seat 4.",
        reason="Misread hand",
        by=ruling.by,
        at=later_time,
        day=DAY,
    )
    room_roll_up(room, until=later_time)
    assert (
        room_archive_reports(room, now=swing.made_at + SETTLE - MINUTE) == 0
    )  # it may not be the last one
    assert room_archive_reports(room, now=later_time) == 1
    assert room_archive_reports(room, now=later_time + 2 * SETTLE) == 0
    new = ArchivedReport.objects.get(before=swing)
    assert (new.edition, new.shift) == (2, "swing")
    first = new.differs[0]
    assert (first["sheet"], first["column"], first["after"]) == ("Records after rulings", "", "new")
    assert ["text", "C-1"] in first["row"]
    assert "C-1" in words_of(new)
    assert "edition 1" in words_of(new)
    assert context_of(new)["differences"]


def test_undo_after_the_shift_creates_an_edition(room: Room, swing: ArchivedReport) -> None:
    cell = TableDay.objects.filter(room=room, day=DAY, shift="swing", hands__gt=1)[0]
    TableDay.objects.filter(pk=cell.pk).update(hands=cell.hands - 1)
    assert room_archive_reports(room, now=swing.made_at + SETTLE) == 1
    new = ArchivedReport.objects.get(before=swing)
    differences = [differ for differ in new.differs if differ["row"] == [["text", "All games"]]]
    hands = next(differ for differ in differences if differ["column"] == "Hands, n")
    assert hands["before"] - hands["after"] == 1


def test_failed_mail_is_retried_and_sent_once(night: Night, room: Room, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "tests.reports.failing.TwiceDown"
    text = "oak@room.example, OAK@room.example\noak@room.example"
    addresses_set(room=room, text=text, now=night.now - timedelta(hours=1))
    room_archive_reports(room, now=night.now)
    mailing = ReportEmail.objects.filter(address="oak@room.example").get()
    ReportEmail.objects.exclude(pk=mailing.pk).delete()
    at = night.now
    for wait in (WAITS[0], WAITS[1]):
        assert run_archive_job(at) == 0
        mailing.refresh_from_db()
        assert (mailing.state, mailing.due_at) == ("queued", at + wait)
        assert "Connection refused" in mailing.error
        assert run_archive_job(at) == 0  # not before it is due
        at += wait
    assert run_archive_job(at) == 1
    assert run_archive_job(at + timedelta(days=9)) == 0
    mailing.refresh_from_db()
    assert (mailing.state, mailing.tries, mailing.error) == ("sent", 3, "")
    (mail_message,) = mail.outbox
    assert mail_message.to == ["oak@room.example"]
    assert mail_message.subject == "Rolled night: Swing shift, Sat, Nov 21, 2026"
    assert "Hands per table-hour: " in mail_message.body
    assert [name for name, _, _ in mail_message.attachments] == ["swing-2026-11-21.pdf"]
    assert isinstance(mail_message, EmailMultiAlternatives)
    ((html, kind),) = mail_message.alternatives
    assert kind == "text/html"
    content = PageContent(str(html))
    content.heading("Rolled night: Swing shift report")
    content.heading("Pace by game")
    assert "Hands per table-hour" in content.text
    for external in ("<link", "<style", "<script", "src="):
        assert external not in str(html)
    with pytest.raises(Refusal, match="not_failed"):
        mail_retry(mailing=mailing, now=at)


def test_mail_fails_permanently_after_the_last_try_until_resent(
    night: Night, room: Room, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "tests.reports.failing.TwiceDown"
    TwiceDown.left = len(WAITS) + 1
    addresses_set(room=room, text="oak@room.example", now=night.now - timedelta(hours=1))
    room_archive_reports(room, now=night.now)
    at = night.now
    for _ in range(len(WAITS) + 1):
        run_archive_job(at)
        at += timedelta(days=1)
    mailing = ReportEmail.objects.get()
    assert (mailing.state, mailing.tries) == ("failed", len(WAITS) + 1)
    mail_retry(mailing=mailing, now=at)
    assert run_archive_job(at) == 1
    assert len(mail.outbox) == 1


def test_mail_whose_worker_ended_is_sent_again_with_the_same_id(night: Night, room: Room) -> None:
    """Also by a worker of the version before, which marks a mail while it sends it."""
    addresses_set(
        room=room, text="oak@room.example, elm@room.example", now=night.now - timedelta(hours=1)
    )
    room_archive_reports(room, now=night.now)
    earlier = ReportEmail.objects.get(address="elm@room.example")
    ReportEmail.objects.filter(pk=earlier.pk).update(state="sending", claimed_at=night.now)
    with patch.object(EmailMessage, "send", side_effect=SystemExit), pytest.raises(SystemExit):
        run_archive_job(night.now)
    assert run_archive_job(night.now + MINUTE) == 0
    assert run_archive_job(night.now + LEASE + MINUTE) == 2
    assert set(ReportEmail.objects.values_list("state", "error")) == {("sent", "")}
    report = earlier.report_id
    assert {message.extra_headers["Message-ID"] for message in mail.outbox} == {
        f"<report.{report}.{mailing.pk}@localhost>" for mailing in ReportEmail.objects.all()
    }


def test_concurrent_tasks_send_a_mail_once(night: Night, room: Room) -> None:
    """The other one comes while the first has it in hand."""
    addresses_set(room=room, text="oak@room.example", now=night.now - timedelta(hours=1))
    room_archive_reports(room, now=night.now)
    second_mails = []

    def slow_pdf(*_: object, **__: object) -> bytes:
        second_mails.append(run_archive_job(night.now))
        return b"%PDF-"

    with patch("reports.archive.pdf.pdf", slow_pdf):
        assert run_archive_job(night.now) == 1
    assert second_mails == [0]
    assert len(mail.outbox) == 1


def test_shifts_before_the_addresses_were_set_are_not_mailed(night: Night, room: Room) -> None:
    addresses_set(room=room, text="oak@room.example", now=night.now)
    room_archive_reports(room, now=night.now)
    assert not ReportEmail.objects.exists()
    addresses_set(room=room, text="", now=night.now)
    room_roll_up(room, until=MORNING)
    room_archive_reports(room, now=MORNING)
    assert not ReportEmail.objects.exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nobody", "bad_address"),
        ("a@b.example\r\nBcc:x@y.example", "bad_address"),
        (",".join(f"a{n}@b.example" for n in range(21)), "addresses_many"),
    ],
)
def test_invalid_mail_addresses_are_refused(room: Room, text: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        addresses_set(room=room, text=text, now=MORNING)


def test_supervisor_closes_a_report_once(night: Night, swing: ArchivedReport) -> None:
    oak = create_staff("supervisor", alias="Oak", badge="901")
    create_staff("dealer", alias="Wren", badge="902")
    create_staff("surveillance", alias="Falcon", badge="903")
    at = night.now + MINUTE
    for badge, pin, code in (
        ("901", "0000", "bad_sign_in"),
        ("902", PIN, "not_allowed"),
        ("903", PIN, "not_allowed"),
    ):
        with pytest.raises(Refusal, match=code):
            report_close(report=swing, badge=badge, pin=pin, now=at)
    closing = report_close(report=swing, badge="901", pin=PIN, now=at)
    assert (closing.by, closing.at) == (oak, at)
    assert AuditEvent.objects.filter(verb="report_signed", who=oak.key).count() == 1
    with pytest.raises(Refusal, match="closed_already"):
        report_close(report=swing, badge="901", pin=PIN, now=at)


def test_old_edition_cannot_be_closed(night: Night, room: Room, swing: ArchivedReport) -> None:
    create_staff("supervisor", alias="Oak", badge="901")
    TableDay.objects.filter(room=room, day=DAY, shift="swing").update(misdeals=7)
    room_archive_reports(room, now=swing.made_at + SETTLE)
    with pytest.raises(Refusal, match="old_edition"):
        report_close(report=swing, badge="901", pin=PIN, now=night.now)


def test_mail_is_sent_without_a_pdf_library(night: Night, room: Room) -> None:
    addresses_set(room=room, text="oak@room.example", now=night.now - timedelta(hours=1))
    room_archive_reports(room, now=night.now)
    with patch("reports.archive.pdf.pdf", side_effect=Refusal("no_pdf_library")):
        assert papers_make() == 0
        assert run_archive_job(night.now) == 1
    assert mail.outbox[0].attachments == []
    assert papers_make() == 1
    assert papers_make() == 0


def _make_sheet(key: str, *rows: tuple[object, ...]) -> Sheet:
    columns = (
        Column("table", "Table", "text"),
        Column("at", "At", "moment"),
        Column("n", "n"),
        Column("interval", "Interval", "interval"),
    )
    return Sheet(key, key.capitalize(), columns, rows, None, "A note")


AT = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)


def test_stored_sheet_is_read_unchanged() -> None:
    sheet = _make_sheet("calls", ("T1", AT, 4, (1.5, 2.5)), ("T2", None, None, None))
    assert read(plain([sheet])) == (sheet,)


def test_differences_are_listed_cell_by_cell() -> None:
    old = (
        _make_sheet("calls", ("T1", AT, 4, (1.0, 2.0)), ("T2", AT, 1, None)),
        _make_sheet("boxes"),
    )
    calls = _make_sheet("calls", ("T1", AT, 5, (1.0, 3.0)), ("T1", AT, 9, None))
    new = (calls, _make_sheet("boxes", ("T3", None, 1, None)))
    message = [
        (item["sheet"], item["row"][0][1], item["column"], item["before"], item["after"])
        for item in diff(old, new)
    ]
    assert message == [
        ("Boxes", "T3", "", None, "new"),
        ("Calls", "T1", "n", 4, 5),
        ("Calls", "T2", "", "there", "gone"),
        ("Calls", "T1", "", None, "new"),
    ]
    assert diff(new, new) == []


def test_differences_over_the_limit_are_only_counted() -> None:
    old = (_make_sheet("calls", *((f"T{n}", AT, 1, None) for n in range(MAX_CELLS + 5))),)
    new = (_make_sheet("calls", *((f"T{n}", AT, 2, None) for n in range(MAX_CELLS + 5))),)
    match = diff(old, new)
    assert len(match) == MAX_CELLS + 1
    assert (match[-1]["sheet"], match[-1]["after"]) == ("", 5)


def test_file_names_are_ascii() -> None:
    report = ArchivedReport(day=DAY, shift="früh/1", edition=3)
    assert name_of(report) == "fr-h-1-2026-11-21-edition-3"
