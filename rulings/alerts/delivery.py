"""Alerts as messages of the outbox: outdated ones are not sent, and a phone whose subscription has ended is removed."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import msgspec
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from outbox.channel import Channel, SendResult
from outbox.delivery import deliver
from outbox.http_client import PostResponse, send
from outbox.phones.keys import signing_key
from outbox.phones.models import AlertPhone
from outbox.phones.web_push import push_request
from poker.refusal import Refusal
from rulings.alerts.models import CallAlert, SupervisorDuty
from rulings.alerts.texts import alert_text, tag_of
from rulings.calls.models import Call
from staff.permissions import may
from staff.rooms import works_in
from web.messages.refusals import refusal_message

TASK_NAME = "rulings.call_alerts"
# Delays before the next try. An alert is useful for two minutes. A house choice.
RETRY_DELAYS = tuple(timedelta(seconds=seconds) for seconds in (2, 5, 15, 30))
GONE = (404, 410)  # the browser has ended its subscription
NOT_ON_DUTY = "Not on duty anymore."
NOT_NEEDED = "The call was answered, or is over."
Kind = CallAlert.Kind
Send = Callable[[str, bytes, Mapping[str, str]], PostResponse]


class AlertChannel(Channel[CallAlert]):
    """Alerts for the phones of supervisors, in any order."""

    name = "alerts"
    model = CallAlert
    task = TASK_NAME
    where = "Calls on this phone"
    retry_delays = RETRY_DELAYS
    lease = timedelta(seconds=30)  # a try takes ten seconds at most
    retention = timedelta(days=7)
    waiting_limit = timedelta(minutes=1)

    def __init__(self, sending: Send = send) -> None:
        self._sending = sending

    def sendable(self) -> QuerySet[CallAlert]:
        """Return the alerts for phones whose browser session has not ended."""
        alerts = CallAlert.objects.filter(phone__session__expire_date__gt=Now())
        return alerts.select_related("phone__staff__user", "call__table", "call__room")

    def send(self, message: CallAlert, now: datetime) -> SendResult:
        """Send an alert if it is current; remove a phone whose subscription its push service no longer has."""
        if reason := _why_obsolete(message, now):
            return SendResult(reason, is_obsolete=True)
        phone = message.phone
        try:
            key = signing_key(now)
        except Refusal as refusal:
            return SendResult(refusal_message(refusal))
        seconds_left = (message.expires_at - now).total_seconds() if message.expires_at else 0
        request = push_request(
            phone,
            msgspec.json.encode(alert_text(message, now)),
            key=key,
            lifetime=max(1, int(seconds_left)),
            topic=tag_of(message.call),
            now=now,
        )
        response = self._sending(phone.endpoint, request.body, request.headers)
        if response.status in GONE:
            phone.delete()
            return SendResult(f"The phone is gone: {response.error}", is_final=True)
        AlertPhone.objects.filter(pk=phone.pk).update(error=response.error)
        return SendResult(response.error, is_final=_is_refused(response.status))


def deliver_alerts(now: Callable[[], datetime] = timezone.now, sending: Send = send) -> int:
    """Send the alerts that are due; return how many were sent."""
    return deliver(AlertChannel(sending), now)


def _is_refused(status: int) -> bool:
    """Return whether another try would get the same response: after a bad request, but not after too many requests."""
    return 400 <= status < 500 and status not in (408, 429)


def _why_obsolete(alert: CallAlert, now: datetime) -> str:
    """Return why no one needs an alert now, or ""."""
    call = alert.call
    staff = alert.phone.staff
    kind = alert.kind
    if not staff.user.is_active or not may(staff, "tables.supervise"):
        return NOT_ON_DUTY
    if call is None or kind == Kind.OVER:  # a phone may still show a call after the end of duty
        return ""
    duties = SupervisorDuty.objects.filter(staff=staff, room=call.room_id, until__gt=now)
    if not duties.exists() or not works_in(staff, call.room_id):
        return NOT_ON_DUTY
    is_waiting = call.status == Call.Status.OPEN and not call.arrived_at
    is_needed = is_waiting and (call.seen_at is None or bool(call.escalated_by))
    return "" if is_needed else NOT_NEEDED


ALERTS = AlertChannel()
