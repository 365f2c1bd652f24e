"""Mails of stored reports: an outbox in the database, tried again with back-off, and never sent twice by itself."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.utils import timezone

from poker.refusal import Refusal
from reports.models import Mailing, MailTo
from reports.stored.paper import name_of, paper_of, words_of
from tables.models import Room

# After each failure so long until the next try, after the last one it is given up: the house's own choice.
WAITS = tuple(timedelta(minutes=one) for one in (1, 5, 30, 120, 360))
STALE = timedelta(minutes=10)  # a try takes seconds: whoever began it is gone
AT_ONCE = 60  # seconds of one pass
MOST = 20  # addresses of a room
LONGEST = 254
State = Mailing.State
LOST = "The room was closed while it was being sent. It may have arrived: nobody sends it again by itself."


def mails_send(now: Callable[[], datetime] = timezone.now) -> int:
    """Send what is due; how many went. Two of these at once never send the same one.

    Whether a mail went whose sending was cut off, nobody knows: it is given up, and a person decides.
    """
    lost = Mailing.objects.filter(state=State.SENDING, claimed_at__lt=now() - STALE)
    lost.update(state=State.FAILED, ended_at=now(), error=LOST)
    until, sent = time.monotonic() + AT_ONCE, 0
    due = Mailing.objects.filter(state=State.QUEUED, due_at__lte=now())
    for pk in list(due.values_list("pk", flat=True)):
        if time.monotonic() > until:
            break
        sent += _try(pk, now)
    return sent


def mail_again(*, mailing: Mailing, now: datetime) -> Mailing:
    """What was given up is tried once more, as if it were new. Refuses `not_failed`."""
    failed = Mailing.objects.filter(pk=mailing.pk, state=State.FAILED)
    if not failed.update(state=State.QUEUED, tries=0, due_at=now, claimed_at=None, ended_at=None):
        raise Refusal("not_failed")
    mailing.refresh_from_db()
    return mailing


def addresses_of(room: Room) -> list[str]:
    """Where the reports of a room are mailed."""
    row = MailTo.objects.filter(room=room).first()
    return list(row.addresses) if row else []


def addresses_read(text: str) -> list[str]:
    """Addresses with a comma or a line between them, each once. Refuses `bad_address`, `addresses_many`."""
    found = list(dict.fromkeys(text.replace(",", " ").replace(";", " ").split()))
    for address in found:
        try:
            validate_email(address)
        except ValidationError:
            raise Refusal("bad_address", text=address[:60]) from None
        if len(address) > LONGEST:
            raise Refusal("bad_address", text=address[:60])
    if len(found) > MOST:
        raise Refusal("addresses_many", most=MOST)
    return found


def addresses_set(*, room: Room, text: str, now: datetime) -> MailTo:
    """Where reports of shifts that end from now on are mailed. Refuses what `addresses_read` refuses."""
    found = addresses_read(text)
    row, _ = MailTo.objects.update_or_create(
        room=room, defaults={"addresses": found}, create_defaults={"addresses": found, "since": now}
    )
    return row


def _try(pk: int, now: Callable[[], datetime]) -> bool:
    claimed = Mailing.objects.filter(pk=pk, state=State.QUEUED, due_at__lte=now())
    if not claimed.update(state=State.SENDING, claimed_at=now()):
        return False  # somebody else is at it
    one = Mailing.objects.select_related("report__room", "report__before").get(pk=pk)
    one.tries += 1
    try:
        message(one).send()
    except (OSError, SMTPException, ValueError) as error:
        one.error = " ".join(str(error).split())[:200] or type(error).__name__
        if one.tries <= len(WAITS):
            one.state, one.due_at = State.QUEUED, now() + WAITS[one.tries - 1]
        else:
            one.state, one.ended_at = State.FAILED, now()
    else:
        one.state, one.ended_at, one.error = State.SENT, now(), ""
    one.save()
    return one.state == State.SENT


def message(one: Mailing) -> EmailMessage:
    """The mail: a few lines, and the report as PDF where this machine can make one.

    Its Message-ID is the same at every try, so that mail programs know a second one for what it is.
    """
    report = one.report
    mail = EmailMessage(subject=f"{report.room}: {report}", body=words_of(report), to=[one.address])
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ") or "localhost"
    mail.extra_headers["Message-ID"] = f"<report.{report.pk}.{one.pk}@{domain}>"
    paper = paper_of(report)
    if paper is not None:
        mail.attach(f"{name_of(report)}.pdf", bytes(paper.content), "application/pdf")
    return mail
