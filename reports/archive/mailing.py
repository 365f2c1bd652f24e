"""Emails of archived reports: an outbox in the database with retries and back-off.

No mail is sent twice automatically.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db.models import Count, Min, Q
from django.utils import timezone

from ops.health.checks.messages import MessageCount
from poker.refusal import Refusal
from reports.archive.pdf import name_of, paper_of, words_of
from reports.models import ReportEmail, ReportRecipients
from tables.models import Room

# Delays before the next try after each failure; after the last one the mail fails permanently. A house choice.
WAITS = tuple(timedelta(minutes=one) for one in (1, 5, 30, 120, 360))
CLAIM_TIMEOUT = timedelta(minutes=10)  # a try takes seconds, so an older one was interrupted
PASS_SECONDS = 60  # seconds of one pass
MAX_ADDRESSES = 20  # addresses of a room
ADDRESS_LENGTH = 254
State = ReportEmail.State
LOST = "The server stopped while this was being sent. It may have arrived, so it isn't resent automatically."


def mails_send(now: Callable[[], datetime] = timezone.now) -> int:
    """Send the mails that are due; return how many were sent. Concurrent calls never send the same mail.

    If a try was interrupted, it is unknown whether the mail was sent: it is marked as failed, and a person
    decides.
    """
    lost = ReportEmail.objects.filter(state=State.SENDING, claimed_at__lt=now() - CLAIM_TIMEOUT)
    lost.update(state=State.FAILED, ended_at=now(), error=LOST)
    until, sent = time.monotonic() + PASS_SECONDS, 0
    due = ReportEmail.objects.filter(state=State.QUEUED, due_at__lte=now())
    for pk in list(due.values_list("pk", flat=True)):
        if time.monotonic() > until:
            break
        sent += _try(pk, now)
    return sent


def count_mails(since: datetime) -> MessageCount:
    """Return how many mails wait, and how many failed since a time."""
    unsent = Q(state__in=(State.QUEUED, State.SENDING))
    rows = ReportEmail.objects.filter(unsent | Q(state=State.FAILED, ended_at__gte=since))
    counts = rows.aggregate(
        waiting=Count("pk", filter=unsent),
        oldest=Min("due_at", filter=unsent),
        failed=Count("pk", filter=Q(state=State.FAILED)),
    )
    return MessageCount(
        "mails of reports", counts["waiting"], counts["oldest"], counts["failed"], "Reports, Stored"
    )


def mail_retry(*, mailing: ReportEmail, now: datetime) -> ReportEmail:
    """Queue a failed mail again with all its tries. Raises `Refusal`: `not_failed`."""
    failed = ReportEmail.objects.filter(pk=mailing.pk, state=State.FAILED)
    if not failed.update(state=State.QUEUED, tries=0, due_at=now, claimed_at=None, ended_at=None):
        raise Refusal("not_failed")
    mailing.refresh_from_db()
    return mailing


def addresses_of(room: Room) -> list[str]:
    """Return the addresses that receive the room's reports."""
    row = ReportRecipients.objects.filter(room=room).first()
    return list(row.addresses) if row else []


def addresses_read(text: str) -> list[str]:
    """Parse addresses separated by commas or line breaks, without duplicates.

    Raises `Refusal`: `bad_address`, `addresses_many`.
    """
    addresses = list(dict.fromkeys(text.replace(",", " ").replace(";", " ").split()))
    for address in addresses:
        try:
            validate_email(address)
        except ValidationError:
            raise Refusal("bad_address", text=address[:60]) from None
        if len(address) > ADDRESS_LENGTH:
            raise Refusal("bad_address", text=address[:60])
    if len(addresses) > MAX_ADDRESSES:
        raise Refusal("addresses_many", most=MAX_ADDRESSES)
    return addresses


def addresses_set(*, room: Room, text: str, now: datetime) -> ReportRecipients:
    """Set the addresses for reports of shifts that end from now on. Raises the refusals of `addresses_read`."""
    addresses = addresses_read(text)
    row, _ = ReportRecipients.objects.update_or_create(
        room=room,
        defaults={"addresses": addresses},
        create_defaults={"addresses": addresses, "since": now},
    )
    return row


def _try(pk: int, now: Callable[[], datetime]) -> bool:
    claimed = ReportEmail.objects.filter(pk=pk, state=State.QUEUED, due_at__lte=now())
    if not claimed.update(state=State.SENDING, claimed_at=now()):
        return False  # another worker has claimed it
    mailing = ReportEmail.objects.select_related("report__room", "report__before").get(pk=pk)
    mailing.tries += 1
    try:
        message(mailing).send()
    except (OSError, SMTPException, ValueError) as error:
        mailing.error = " ".join(str(error).split())[:200] or type(error).__name__
        if mailing.tries <= len(WAITS):
            mailing.state, mailing.due_at = State.QUEUED, now() + WAITS[mailing.tries - 1]
        else:
            mailing.state, mailing.ended_at = State.FAILED, now()
    else:
        mailing.state, mailing.ended_at, mailing.error = State.SENT, now(), ""
    mailing.save()
    return mailing.state == State.SENT


def message(mailing: ReportEmail) -> EmailMessage:
    """Return the email: a short text, with the report as PDF if the PDF library is installed.

    Its Message-ID is the same in every try, so that mail programs recognize a duplicate.
    """
    report = mailing.report
    mail = EmailMessage(
        subject=f"{report.room}: {report}", body=words_of(report), to=[mailing.address]
    )
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ") or "localhost"
    mail.extra_headers["Message-ID"] = f"<report.{report.pk}.{mailing.pk}@{domain}>"
    paper = paper_of(report)
    if paper is not None:
        mail.attach(f"{name_of(report)}.pdf", bytes(paper.content), "application/pdf")
    return mail
