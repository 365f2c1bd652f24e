"""Responses of a phone: that it showed an alert, and the answer of a key on the notification."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Q

from outbox.phones.models import AlertPhone
from poker.refusal import Refusal
from rulings.alerts.models import CallAlert
from rulings.alerts.texts import AnswerKey, answer_keys, answered_text, place_of
from rulings.alerts.tokens import alert_of
from rulings.calls.models import Call
from rulings.calls.responses import call_answer, call_delivered, require_open
from staff.models import Staff
from staff.rooms import require_room

USED: dict[str, Literal["used_seen_at", "used_coming_at"]] = {
    "seen": "used_seen_at",
    "coming": "used_coming_at",
}


@dataclass(frozen=True, slots=True)
class AlertAnswer:
    """What the notification shows after an answer, and its remaining keys."""

    title: str
    text: str
    keys: list[AnswerKey]


def alert_shown(*, token: str, now: datetime) -> None:
    """Record that a phone showed an alert. A call shown there is delivered, as on any other screen of the floor.

    Raises `Refusal`: `bad_alert_token`, `late_alert_token`, `not_allowed`.
    """
    alert = alert_of(token)
    AlertPhone.objects.filter(pk=alert.phone_id).update(answered_at=now, error="")
    if alert.call is not None and alert.kind != CallAlert.Kind.OVER:
        call_delivered(call=alert.call, staff=alert.phone.staff, now=now)


def alert_answer(*, token: str, how: str, signed_in: Staff | None, now: datetime) -> AlertAnswer:
    """Answer a call with a key of its notification, by the same command as on the page. Each key works once.

    signed_in: who is signed in on this browser; None for no one. Raises `Refusal`: `bad_alert_token`,
    `late_alert_token`, `other_alert_person`, `used_alert_key`, `call_over`, `other_room`, `not_allowed`, `bad_command`.
    """
    alert = alert_of(token)
    staff = alert.phone.staff
    call = alert.call
    if call is None or how not in USED:
        raise Refusal("bad_command", "", name=how[:20], detail="seen or coming")
    if signed_in is not None and signed_in.pk != staff.pk:
        raise Refusal("other_alert_person", "", name=staff.alias)
    require_room(staff, call.room_id)
    require_open(call)
    _use_key(alert, how, now)
    call_answer(call=call, staff=staff, how=how, now=now)
    AlertPhone.objects.filter(pk=alert.phone_id).update(answered_at=now, error="")
    fresh = Call.objects.select_related("table", "room").get(pk=call.pk)
    return AlertAnswer(place_of(fresh), answered_text(fresh, how, alert.phone), answer_keys(fresh))


def _use_key(alert: CallAlert, how: str, now: datetime) -> None:
    """Mark a key of this call's notifications on this phone as used. Raises `Refusal`: `used_alert_key`."""
    column = USED[how]
    of_call = CallAlert.objects.filter(phone=alert.phone_id, call=alert.call_id)
    was_used = of_call.filter(~Q(**{column: None})).exists()
    if was_used or not of_call.filter(pk=alert.pk, **{column: None}).update(**{column: now}):
        raise Refusal("used_alert_key")
