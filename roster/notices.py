"""Notices to dealers: alerts on their phones, SMS or mail to their address, as messages of the outbox."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from outbox.channel import Channel, SendResult
from outbox.delivery import deliver, trigger
from outbox.http_client import PostResponse, send
from outbox.notify import PlayerMessage, notifier, send_problem
from outbox.phones.keys import signing_key
from outbox.phones.models import AlertPhone
from outbox.phones.web_push import push_request
from poker.refusal import Refusal
from roster.crew_log import StoredInCrew
from roster.models import NoticeAddress, RosterNotice
from roster.notice_texts import crew_notices, week_notices
from roster.rules import crew_events
from roster.rules import week_events as e
from roster.week_log import StoredInWeek
from staff.keys import staff_numbers
from staff.models import Room
from web.messages.refusals import refusal_message

TASK_NAME = "roster.notices"
# A notice about a shift is useful for half a day. A house choice, as the delays are.
LIFETIME = timedelta(hours=12)
RETRY_DELAYS = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800))
GONE = (404, 410)  # the browser has ended its subscription
NO_ADDRESS = "The dealer has no number or address for this channel."
LEFT = "The account was deactivated."
OWN_WEEK = "/roster/mine/"
SUBJECT = "Your shifts"
WEEK_EVENTS = (
    e.PlanPublished,
    e.DealerAssigned,
    e.RequestMade,
    e.RequestDecided,
    e.RequestWithdrawn,
    e.DealerLetGo,
)
CREW_EVENTS = (crew_events.TimeOffDecided,)
Send = Callable[[str, bytes, Mapping[str, str]], PostResponse]


class NoticeChannel(Channel[RosterNotice]):
    """Notices to dealers, in any order."""

    name = "shift notices"
    model = RosterNotice
    task = TASK_NAME
    where = "`manage.py roster_notices`"
    retry_delays = RETRY_DELAYS
    lease = timedelta(seconds=60)
    retention = timedelta(days=30)

    def __init__(self, sending: Send = send) -> None:
        self._sending = sending

    def sendable(self) -> QuerySet[RosterNotice]:
        return RosterNotice.objects.select_related("staff__user", "phone", "room")

    def send(self, message: RosterNotice, now: datetime) -> SendResult:
        """Send a notice to its phone, or to the address that the dealer has now."""
        if not message.staff.user.is_active:
            return SendResult(LEFT, is_obsolete=True)
        if message.phone is not None:
            return self._alert(message, message.phone, now)
        address = NoticeAddress.objects.filter(staff=message.staff_id).first()
        if address is None:
            return SendResult(NO_ADDRESS, is_final=True)
        mail = PlayerMessage(
            text=message.text, phone=address.phone, email=address.email, subject=SUBJECT
        )
        try:
            is_sent = notifier().send(mail)
        except OSError as error:
            return SendResult(send_problem(error))
        return SendResult() if is_sent else SendResult(NO_ADDRESS, is_final=True)

    def _alert(self, message: RosterNotice, phone: AlertPhone, now: datetime) -> SendResult:
        try:
            key = signing_key(now)
        except Refusal as refusal:
            return SendResult(refusal_message(refusal))
        request = push_request(
            phone,
            msgspec.json.encode(alert_text(message)),
            key=key,
            lifetime=int(LIFETIME.total_seconds()),
            topic=f"roster-{message.pk}",
            now=now,
        )
        response = self._sending(phone.endpoint, request.body, request.headers)
        if response.status in GONE:
            phone.delete()
            return SendResult(f"The phone is gone: {response.error}", is_final=True)
        return SendResult(response.error)


def alert_text(notice: RosterNotice) -> dict[str, object]:
    """Return what the phone shows, in the form of the alerts about calls."""
    return {
        "tag": f"roster-{notice.pk}",
        "title": SUBJECT,
        "body": notice.text,
        "calledAt": 0,
        "age": 0,
        "until": 0,
        "vibrate": [200],
        "isSilent": False,
        "isOver": False,
        "keys": [],
        "url": OWN_WEEK,
        "token": "",
    }


NOTICES = NoticeChannel()


def deliver_notices(now: Callable[[], datetime] = timezone.now, sending: Send = send) -> int:
    """Send the notices that are due; return how many were sent."""
    return deliver(NoticeChannel(sending), now)


def queue_week_notices(stored: StoredInWeek) -> None:
    """Store one notice for each dealer whom a command concerns, in its transaction."""
    queue(stored.room_id, week_notices(stored.before, stored.state, stored.events, stored.actor))


def queue_crew_notices(stored: StoredInCrew) -> None:
    queue(stored.room_id, crew_notices(stored.state, stored.events))


def queue(room_id: int, texts: Mapping[str, str]) -> None:
    """Store the notices for dealers by key, for each of their phones and their address."""
    numbers = {number: f"staff.{number}" for number in staff_numbers(texts)}
    if not numbers or Room.objects.filter(pk=room_id, own_time=True).exists():
        return
    now = timezone.now()
    phones = AlertPhone.objects.filter(staff__in=numbers, session__expire_date__gt=now)
    receivers: list[tuple[int, int | None]] = list(phones.values_list("staff", "pk"))
    addresses = NoticeAddress.objects.filter(staff__in=numbers).exclude(phone="", email="")
    receivers += [(number, None) for number in addresses.values_list("staff", flat=True)]
    notices = [
        RosterNotice(
            staff_id=number,
            room_id=room_id,
            phone_id=phone,
            text=texts[numbers[number]],
            made_at=now,
            due_at=now,
            expires_at=now + LIFETIME,
        )
        for number, phone in receivers
    ]
    if notices:
        RosterNotice.objects.bulk_create(notices)
        transaction.on_commit(partial(trigger, NOTICES), robust=True)
