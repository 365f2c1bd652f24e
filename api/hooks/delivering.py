"""Delivers the outbox: each hook in the order in which things happened, tried again with back-off, then given up."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from api.hooks.sealing import unseal
from api.hooks.sending import Answer, send
from api.models import Delivery, Hook
from tables.notify import signature

# After each failure so long until the next try; after the last one it is given up. The house's own choice.
WAITS = tuple(timedelta(seconds=one) for one in (10, 60, 300, 1800, 7200, 21600))
LEASE = timedelta(seconds=120)
AT_ONCE = 60  # seconds that one hook may have before others have their turn
LONG = timedelta(days=1)  # what waits for longer when something is given up is given up with it
KEPT = timedelta(days=30)
UNREADABLE = Answer(0, "the room has another key than when the secret was made: rotate it")
State = Delivery.State
Send = Callable[[str, bytes, Mapping[str, str]], Answer]


def deliver(now: Callable[[], datetime] = timezone.now, sending: Send = send) -> int:
    """Send what is due; how much was received. Two of these at once deliver to different hooks."""
    due = Delivery.objects.filter(hook=OuterRef("pk"), state=State.WAITING, due_at__lte=now())
    hooks = Hook.objects.filter(active=True, integration__active=True).filter(Exists(due))
    return sum(_deliver(pk, now, sending) for pk in hooks.values_list("pk", flat=True))


def _deliver(pk: int, now: Callable[[], datetime], sending: Send) -> int:
    free = Q(leased_until=None) | Q(leased_until__lt=now())
    if not Hook.objects.filter(free, pk=pk).update(leased_until=now() + LEASE):
        return 0  # somebody else is at it
    until, received = time.monotonic() + AT_ONCE, 0
    try:
        while time.monotonic() < until:
            hook = Hook.objects.filter(pk=pk, active=True, integration__active=True).first()
            if hook is None or not _next(hook, now, sending):
                break
            received += 1
    finally:
        Hook.objects.filter(pk=pk).update(leased_until=None)
    return received


def _next(hook: Hook, now: Callable[[], datetime], sending: Send) -> bool:
    """Send the oldest; whether it was received, so that the one after it may go."""
    one = Delivery.objects.filter(hook=hook, state=State.WAITING).order_by("pk").first()
    if one is None or one.due_at > now():
        return False
    said = headers(hook, one, now())
    answer = sending(hook.url, one.body.encode(), said) if said else UNREADABLE
    one.tries += 1
    one.status, one.error = answer.status, answer.error
    if not answer.error:
        one.state, one.ended_at = State.DELIVERED, now()
    elif one.tries <= len(WAITS):
        one.due_at = now() + WAITS[one.tries - 1]
    else:
        one.state, one.ended_at = State.DEAD, now()
    one.save()
    if one.state == State.DEAD:
        _give_up(hook, now())
    return one.state == State.DELIVERED


def _give_up(hook: Hook, now: datetime) -> None:
    """An address that does not answer for long shall not be behind for ever."""
    late = Delivery.objects.filter(hook=hook, state=State.WAITING, made_at__lt=now - LONG)
    late.update(state=State.DEAD, ended_at=now, error="waited too long behind others")


def headers(hook: Hook, one: Delivery, now: datetime) -> dict[str, str] | None:
    """Who it is from, when it was sent, and the signature under each secret that is good; None where there is none:
    the room's key is another than the one that sealed it.

    `X-Floorbook-Signature` is the hex HMAC-SHA256 of unix seconds, a full stop and the body; `-Before` the same under
    the secret that was rotated, for a day.
    """
    secret = unseal(hook.sealed)
    if secret is None:
        return None
    at = str(int(now.timestamp()))
    body = one.body.encode()
    said = {
        "Content-Type": "application/json",
        "User-Agent": "Floorbook",
        "X-Floorbook-Event": one.event,
        "X-Floorbook-Delivery": str(one.event_id),
        "X-Floorbook-Time": at,
        "X-Floorbook-Signature": signature(secret, at, body),
    }
    rotated = hook.before and hook.before_until and hook.before_until > now
    before = unseal(hook.before) if rotated else None
    if before is not None:
        said["X-Floorbook-Signature-Before"] = signature(before, at, body)
    return said


def forget(now: Callable[[], datetime] = timezone.now) -> int:
    """What was received or given up is kept for a month; how many are forgotten."""
    return Delivery.objects.filter(ended_at__lt=now() - KEPT).delete()[0]
