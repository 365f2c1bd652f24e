"""Delivers every kind of outgoing message: leases, retries with growing delays, expiry, failure and deletion.

A message is stored in the transaction of its cause, so it survives the loss of a broker or worker. Before a try, a
conditional UPDATE sets the message's due time to the end of a lease, and the worker whose UPDATE succeeds sends the
message. If that worker is killed, the message keeps waiting, and another worker sends it when the lease ends. Every
message is therefore sent at least once. Only a message that was being sent when its worker ended can arrive twice.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime

from celery import current_app
from django.db.models import F, Min, QuerySet
from django.utils import timezone

from outbox.channel import Channel, SendResult, SomeMessage

PASS_SECONDS = 60  # seconds of one run; the next run continues
MAX_ERROR_LENGTH = 200
EXPIRED = "Not sent in time."
INTERRUPTED = "Each try was interrupted: the worker ended before it had an answer."
_log = logging.getLogger("floorbook.outbox")


def deliver(channel: Channel[SomeMessage], now: Callable[[], datetime] = timezone.now) -> int:
    """Send the messages that are due; return how many were sent. Concurrent calls share the work.

    Each receiver of an ordered channel gets one message per round, so that a slow receiver does not delay the
    others.
    """
    until = time.monotonic() + PASS_SECONDS
    count = 0
    channel.begin_pass(now())
    while True:
        before = count
        for pk in _due(channel, now()):
            if time.monotonic() > until:
                return count
            count += _try(channel, pk, now)
        if count == before:
            return count


def retry(channel: Channel[SomeMessage], message: SomeMessage, now: datetime) -> bool:
    """Queue a permanently failed message again, with a full set of tries; return False if the message has not
    failed.
    """
    states = channel.states
    dead = channel.model._default_manager.filter(pk=message.pk, state=states.dead)
    again = {"state": states.waiting, "tries": 0, "due_at": now, "ended_at": None}
    if not dead.update(**again):
        return False
    message.refresh_from_db()
    return True


def trigger(channel: Channel[SomeMessage]) -> None:
    """Queue the delivery task. If that fails, the scheduled run delivers."""
    try:
        current_app.send_task(channel.task, retry=False)
    except Exception:
        _log.exception("Couldn't queue the delivery of %s", channel.name)


def delete_ended(channel: Channel[SomeMessage], now: datetime) -> int:
    """Delete the messages whose retention has ended; return how many."""
    ended_messages = channel.model._default_manager.filter(ended_at__lt=now - channel.retention)
    return ended_messages.delete()[0]


def _due(channel: Channel[SomeMessage], now: datetime) -> list[int]:
    """Return the messages to try: all that are due, or each receiver's first message if it is due."""
    waiting = channel.sendable().filter(state=channel.states.waiting)
    due = waiting.filter(due_at__lte=now)
    if channel.target:
        firsts = waiting.order_by().values(channel.target).annotate(first=Min("pk"))
        due = due.filter(pk__in=firsts.values("first"))
    return list(due.order_by("pk").values_list("pk", flat=True))


def _try(channel: Channel[SomeMessage], pk: int, now: Callable[[], datetime]) -> bool:
    message = _lease(channel, pk, now())
    if message is None:
        return False
    if message.expires_at is not None and message.expires_at <= now():
        result = SendResult(message.error or EXPIRED, is_final=True)
    elif message.tries > _most_tries(channel):
        message.tries = _most_tries(channel)
        result = SendResult(INTERRUPTED, is_final=True, columns={"tries": message.tries})
    else:
        result = _send(channel, message, now())
    _end_try(channel, message, result, now())
    return not result.error


def _lease(channel: Channel[SomeMessage], pk: int, now: datetime) -> SomeMessage | None:
    """Return the message under this worker's lease; None if another worker has it, because it is then no longer due."""
    due = channel.model._default_manager.filter(
        pk=pk, state=channel.states.waiting, due_at__lte=now
    )
    if not due.update(due_at=now + channel.lease, tries=F("tries") + 1):
        return None
    return channel.sendable().filter(pk=pk).first()


def _most_tries(channel: Channel[SomeMessage]) -> int:
    return len(channel.retry_delays) + 1


def _send(channel: Channel[SomeMessage], message: SomeMessage, now: datetime) -> SendResult:
    """Send a message. An error that its channel does not expect is a failed try and delays no other message."""
    try:
        return channel.send(message, now)
    except Exception as error:
        _log.exception("Couldn't send %s %s", channel.name, message.pk)
        return SendResult(f"Unexpected error: {type(error).__name__}")


def _end_try(
    channel: Channel[SomeMessage], message: SomeMessage, result: SendResult, now: datetime
) -> None:
    """Store the result of a try.

    After the end of the lease, only a success is stored, because another worker has the message.
    """
    states = channel.states
    row = channel.model._default_manager.filter(pk=message.pk)
    columns = {**result.columns, "error": result.error[:MAX_ERROR_LENGTH]}
    if not result.error:
        row.update(state=states.delivered, ended_at=now, **columns)
        return
    leased = row.filter(state=states.waiting, due_at=message.due_at)
    if result.is_obsolete:
        leased.update(state=states.obsolete, ended_at=now, **columns)
    elif next_try := _next_try(channel, message, result, now):
        leased.update(due_at=next_try, **columns)
    else:
        _give_up(channel, message, leased, columns, now)


def _next_try(
    channel: Channel[SomeMessage], message: SomeMessage, result: SendResult, now: datetime
) -> datetime | None:
    """Return when to try again; None if no try is left or the message would expire first."""
    if result.is_final or message.tries >= _most_tries(channel):
        return None
    at = now + channel.retry_delays[message.tries - 1]
    return at if message.expires_at is None or at < message.expires_at else None


def _give_up(
    channel: Channel[SomeMessage],
    message: SomeMessage,
    leased: QuerySet[SomeMessage],
    columns: dict[str, object],
    now: datetime,
) -> None:
    if leased.update(state=channel.states.dead, ended_at=now, **columns):
        _log.warning("Gave up on %s %s: %s", channel.name, message.pk, columns["error"])
        channel.on_permanent_failure(message, now)
