"""Hooks made, taken away, given another secret; what was given up is sent again."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from api.caller import Caller
from api.hooks.addresses import target
from api.hooks.kinds import KINDS
from api.hooks.outbox import wake
from api.hooks.sealing import LENGTH, seal
from api.models import Delivery, Hook
from poker.refusal import Refusal

MOST = 10
BOTH = timedelta(days=1)  # for which a secret that was rotated still signs


def hook_make(*, who: Caller, url: str, events: Sequence[str], now: datetime) -> tuple[Hook, str]:
    """An address that is told, and its secret, which is not to be had again. Which machine it is of is looked at when
    it is sent to.

    Refuses `hook_url`, `hook_event`, `hook_many`, `no_scope` for an event's own scope.
    """
    target(url)
    for event in events:
        if event not in KINDS:
            raise Refusal("hook_event", "", event=event[:40])
        who.must(KINDS[event][0])
    if Hook.objects.filter(integration=who.integration).count() >= MOST:
        raise Refusal("hook_many", "", most=MOST)
    secret = secrets.token_hex(LENGTH)
    hook = Hook.objects.create(
        integration=who.integration,
        url=url,
        events=[one for one in KINDS if one in events],
        sealed=seal(secret),
        made_at=now,
    )
    return hook, secret


def hook_rotate(*, hook: Hook, now: datetime) -> str:
    """Another secret, which is not to be had again; for a day the old one signs beside it."""
    secret = secrets.token_hex(LENGTH)
    hook.before, hook.before_until = hook.sealed, now + BOTH
    hook.sealed = seal(secret)
    hook.save(update_fields=["sealed", "before", "before_until"])
    return secret


def delivery_again(*, delivery: Delivery, now: datetime) -> Delivery:
    """What was given up is sent once more, as if it were new; in its old place. Refuses `not_dead`."""
    dead = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.DEAD)
    waiting = {"state": Delivery.State.WAITING, "tries": 0, "due_at": now, "ended_at": None}
    if not dead.update(**waiting):
        raise Refusal("not_dead")
    wake()
    delivery.refresh_from_db()
    return delivery
