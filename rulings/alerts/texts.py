"""The texts of alerts on phones. They contain no player's name, because anyone who sees the phone can read them."""

from datetime import datetime
from typing import TypedDict

from journal.unix_time import milliseconds
from outbox.phones.models import AlertPhone
from rulings.alerts.models import LIFETIME, CallAlert
from rulings.alerts.tokens import alert_token
from rulings.calls.models import Call
from rulings.calls.report_titles import reported_text
from staff.models import Room
from web.addresses import address

Kind = CallAlert.Kind
ANSWER_KEYS = (("seen", "Seen"), ("coming", "On the way"))
# Milliseconds of vibration and pauses: two short ones, and a long one for a call to everyone.
PATTERNS = {Kind.CALL: [200, 100, 200], Kind.EVERYONE: [500, 200, 500], Kind.TEST: [200]}


class AnswerKey(TypedDict):
    """A key on the notification."""

    action: str  # "seen" or "coming"
    title: str


class AlertText(TypedDict):
    """The JSON that an alert sends to the phone. Times are Unix milliseconds. tag: a notification replaces an earlier
    one with the same tag; calledAt: 0 without a call; until: the phone stops counting the call's age then; isOver: the
    notification closes by itself.
    """

    tag: str
    title: str
    body: str
    calledAt: int
    age: int
    until: int
    vibrate: list[int]
    isSilent: bool
    isOver: bool
    keys: list[AnswerKey]
    url: str
    token: str


def tag_of(call: Call | None) -> str:
    """Return the tag of a call's notifications, and its topic at the push service."""
    return f"call-{call.pk}" if call else "test"


def alert_text(alert: CallAlert, now: datetime) -> AlertText:
    """Return what the phone shows for an alert at this time."""
    kind = Kind(alert.kind)
    call = alert.call
    is_over = kind == Kind.OVER
    if call is None:
        title = "Calls ring on this phone"
        body = "This was a test."
        url = address("supervisor's phone")
    else:
        title = _title(call, is_over=is_over)
        body = _body(call, kind)
        url = address("floor call", call.pk)
    called_at = milliseconds(call.called_at) if call and not is_over else 0
    age = max(0, milliseconds(now) - called_at) if called_at else 0
    return {
        "tag": tag_of(call),
        "title": title,
        "body": body,
        "calledAt": called_at,
        "age": age,
        "until": age + int(LIFETIME.total_seconds() * 1000),
        "vibrate": PATTERNS.get(kind, []),
        "isSilent": kind in (Kind.OVER, Kind.REPORT),
        "isOver": is_over,
        "keys": answer_keys(call) if call and not is_over else [],
        "url": url,
        "token": alert_token(alert),
    }


def answer_keys(call: Call) -> list[AnswerKey]:
    """Return the keys of the answers that can still be given."""
    answered_at = {"seen": call.seen_at, "coming": call.coming_at}
    return [{"action": how, "title": text} for how, text in ANSWER_KEYS if not answered_at[how]]


def answered_text(call: Call, how: str, phone: AlertPhone) -> str:
    """Return the sentence after an answer. It names the person who answered, because another supervisor may have been
    first.
    """
    table = place_of(call)
    by = call.seen_by if how == "seen" else call.coming_by
    if by != phone.staff.alias:
        return f"{by} has seen the call at {table} first."
    return (
        f"You've seen the call at {table}." if how == "seen" else f"You're on the way to {table}."
    )


def place_of(call: Call) -> str:
    """Return the table, with its room if there are several rooms."""
    is_only = Room.objects.count() == 1
    return call.table.name if is_only else f"{call.table.name}, {call.room.name}"


def _title(call: Call, *, is_over: bool) -> str:
    return f"{place_of(call)}: answered" if is_over else f"{place_of(call)} calls the floor"


def _body(call: Call, kind: CallAlert.Kind) -> str:
    if kind == Kind.OVER:
        return _end(call)
    parts = [reported_text(call.key, call.table.kind)]
    if kind == Kind.EVERYONE:
        parts.append(escalation_text(call))
    return " · ".join(parts)


def escalation_text(call: Call) -> str:
    """Return why the call goes to everyone."""
    if call.escalated_by:
        return f"Escalated by {call.escalated_by}"
    return f"Not seen in {call.room.unseen_call_seconds} s: called to all"


def _end(call: Call) -> str:
    if call.status == Call.Status.RULED:
        return f"{call.ended_by} has ruled."
    if call.status == Call.Status.CANCELED:
        return f"{call.ended_by} canceled the call."
    by = call.arrived_by or call.coming_by or call.seen_by
    what = (
        "is at the table"
        if call.arrived_by
        else "is on the way"
        if call.coming_by
        else "has seen it"
    )
    return f"{by} {what}."
