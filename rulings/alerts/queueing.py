"""Alerts about an event of a call: the phones that get one, stored in the transaction that stores the event."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from lineup.actions import load_lineup
from outbox.delivery import trigger
from outbox.phones.models import AlertPhone
from poker import events as e
from poker.events import Event
from rulings.alerts.delivery import ALERTS
from rulings.alerts.models import LIFETIME, CallAlert
from rulings.calls.models import Call
from staff.permissions import may
from staff.rooms import works_in
from tables.stored_commands import StoredAtTable

EVENTS: tuple[type[Event], ...] = (
    e.FloorCalled,
    e.FloorReported,
    e.FloorAnswered,
    e.FloorCanceled,
    e.RulingMade,
)
MINUTE = timedelta(minutes=1)
# Alerts for one phone; a table that keeps calling and canceling must not drain its battery.
MAX_A_MINUTE = 30
_log = logging.getLogger("floorbook.alerts")
Kind = CallAlert.Kind
State = CallAlert.State


def queue_alerts(stored: StoredAtTable) -> None:
    """Store the alerts about an event of a table's call, as an effect of the command."""
    for event in stored.events:
        if isinstance(event, EVENTS):
            call = Call.objects.filter(table=stored.stream_id).order_by("-pk").first()
            if call is not None and not call.room.own_time:
                _queue_for(event, call)


def queue_for_everyone(call: Call, now: datetime) -> None:
    """Store alerts for all who are on duty in the call's room, even those who already got one."""
    queue(phones_for(call, now, everyone=True), call, Kind.EVERYONE, now=now)


def phones_for(call: Call, now: datetime, *, everyone: bool) -> list[AlertPhone]:
    """Return the phones on duty that a call concerns: everyone's, or those of the queue's filter *Mine*.

    That filter has the table's own supervisor, or everyone for a table in no section. The person who called is always
    left out.
    """
    phones = AlertPhone.objects.filter(
        staff__duties__room=call.room_id,
        staff__duties__until__gt=now,
        staff__user__is_active=True,
        session__expire_date__gt=now,
    )
    phones = phones.exclude(staff=call.called_by_id).select_related("staff__user").order_by("pk")
    if not phones:
        return []
    section = load_lineup(call.room_id).section_of(call.table.name)
    return [
        phone
        for phone in phones
        if (everyone or section is None or section.key == phone.staff.key)
        and may(phone.staff, "tables.supervise")
        and works_in(phone.staff, call.room_id)
    ]


def queue(
    phones: Sequence[AlertPhone],
    call: Call | None,
    kind: CallAlert.Kind,
    *,
    now: datetime,
) -> list[CallAlert]:
    """Store one alert for each phone, and let a worker send them after the commit."""
    alerts = [
        CallAlert(
            phone=phone,
            call=call,
            kind=kind,
            key=call.key if call else "",
            made_at=now,
            due_at=now,
            expires_at=now + LIFETIME,
        )
        for phone in phones
        if not _is_full(phone, now)
    ]
    if alerts:
        alerts = CallAlert.objects.bulk_create(alerts)
        transaction.on_commit(partial(trigger, ALERTS), robust=True)
    return alerts


def _queue_for(event: Event, call: Call) -> None:
    now = timezone.now()  # the table's own clock may be a tablet's
    match event:
        case e.FloorCalled():
            queue(phones_for(call, now, everyone=False), call, Kind.CALL, now=now)
        case e.FloorReported():
            if call.seen_at is None:
                queue(_phones(call, partial(_shows_other, call.key)), call, Kind.REPORT, now=now)
        case e.FloorAnswered():
            queue(_phones(call, _ringing_elsewhere), call, Kind.OVER, now=now)
        case _:
            queue(_phones(call, _ringing), call, Kind.OVER, now=now)


def _phones(call: Call, has: Callable[[Sequence[CallAlert]], bool]) -> list[AlertPhone]:
    """Return the phones whose alerts of this call, oldest first, meet a condition."""
    alerts: dict[AlertPhone, list[CallAlert]] = {}
    rows = CallAlert.objects.filter(call=call).select_related("phone").order_by("pk")
    for alert in rows:
        alerts.setdefault(alert.phone, []).append(alert)
    return [phone for phone, of_phone in alerts.items() if has(of_phone)]


def _ringing(alerts: Sequence[CallAlert]) -> bool:
    """Return whether the phone may show the call: an alert was tried, and no alert ended the call."""
    was_tried = any(alert.state == State.DELIVERED or alert.tries for alert in alerts)
    return was_tried and alerts[-1].kind != Kind.OVER


def _shows_other(key: str, alerts: Sequence[CallAlert]) -> bool:
    """Return whether the phone shows the call with a different report."""
    return _ringing(alerts) and alerts[-1].key != key


def _ringing_elsewhere(alerts: Sequence[CallAlert]) -> bool:
    """Return whether the phone may show the call and did not give the answer itself; if it did, it updates its
    notification.
    """
    is_answered = any(alert.used_seen_at or alert.used_coming_at for alert in alerts)
    return _ringing(alerts) and not is_answered


def _is_full(phone: AlertPhone, now: datetime) -> bool:
    count = CallAlert.objects.filter(phone=phone, made_at__gt=now - MINUTE).count()
    if count >= MAX_A_MINUTE:
        _log.warning(
            "Phone %s got %s alerts in a minute; no more are sent for now", phone.pk, count
        )
    return count >= MAX_A_MINUTE
