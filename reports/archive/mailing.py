"""Emails of archived reports as messages of the outbox, and the addresses that get them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.db.models import QuerySet
from django.utils import timezone

from outbox.channel import Channel, SendResult, StateNames
from outbox.delivery import deliver, retry
from poker.refusal import Refusal
from reports.archive.pdf import name_of, page_of, paper_of, words_of
from reports.models import ReportEmail, ReportRecipients
from staff.models import Room

# Delays before each retry; after the last failure the mail fails permanently. A house choice.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))
LEASE = timedelta(minutes=10)  # a try creates a missing PDF first, which takes seconds
MAX_ADDRESSES = 20  # of one room
ADDRESS_LENGTH = 254
State = ReportEmail.State


class ReportMailChannel(Channel[ReportEmail]):
    """Mails of archived reports, in any order."""

    name = "mails of reports"
    model = ReportEmail
    task = "reports.mail"
    where = "Reports, Stored"
    retry_delays = WAITS
    lease = LEASE
    retention = timedelta(days=365)  # how long the page of a report shows its recipients
    states = StateNames(waiting=State.QUEUED, delivered=State.SENT, dead=State.FAILED)

    def sendable(self) -> QuerySet[ReportEmail]:
        return ReportEmail.objects.select_related("report__room", "report__before")

    def begin_pass(self, now: datetime) -> None:
        """Queue mails again that a worker of the previous version was sending when it stopped."""
        lost = ReportEmail.objects.filter(state=State.SENDING, claimed_at__lt=now - LEASE)
        lost.update(state=State.QUEUED, due_at=now)

    def send(self, message: ReportEmail, now: datetime) -> SendResult:
        try:
            mail_of(message).send()
        except (OSError, SMTPException, ValueError) as error:
            return SendResult(" ".join(str(error).split()) or type(error).__name__)
        return SendResult()


MAILS = ReportMailChannel()


def mails_send(now: Callable[[], datetime] = timezone.now) -> int:
    """Send the mails that are due; return how many were sent."""
    return deliver(MAILS, now)


def mail_retry(*, mailing: ReportEmail, now: datetime) -> ReportEmail:
    """Queue a failed mail again with all its retries. Raises `Refusal`: `not_failed`."""
    if not retry(MAILS, mailing, now):
        raise Refusal("not_failed")
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
    """Set the addresses for reports of shifts that end from now on. Raises `Refusal` as `addresses_read` does."""
    addresses = addresses_read(text)
    row, _ = ReportRecipients.objects.update_or_create(
        room=room,
        defaults={"addresses": addresses},
        create_defaults={"addresses": addresses, "since": now},
    )
    return row


def mail_of(mailing: ReportEmail) -> EmailMultiAlternatives:
    """Return the email: the figures as text and as a page, with the report as PDF if the PDF library is installed.

    Its Message-ID is the same in every try, so that mail programs recognize a duplicate.
    """
    report = mailing.report
    mail = EmailMultiAlternatives(
        subject=f"{report.room}: {report}", body=words_of(report), to=[mailing.address]
    )
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ") or "localhost"
    mail.extra_headers["Message-ID"] = f"<report.{report.pk}.{mailing.pk}@{domain}>"
    mail.attach_alternative(page_of(report), "text/html")
    paper = paper_of(report)
    if paper is not None:
        mail.attach(f"{name_of(report)}.pdf", bytes(paper.content), "application/pdf")
    return mail
