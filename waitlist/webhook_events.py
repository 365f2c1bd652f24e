"""Webhook events of waitlists, without players' names."""

from collections.abc import Iterable

from outbox.webhooks.queueing import WebhookEvent, active_hooks, queue_deliveries
from staff.models import Room
from waitlist.rules import events as w
from waitlist.stored_commands import StoredInWaitlists


def queue_waitlist_events(stored: StoredInWaitlists) -> None:
    """Queue a webhook event for changed waitlists, without players' names."""
    hooks = active_hooks()
    if not hooks:
        return
    room = Room.objects.get(pk=stored.room_id)
    changes = [str(event.__struct_config__.tag) for event in stored.events]
    lists = sorted({key for event in stored.events for key in _keys(event, stored)})
    seq = stored.first + len(stored.events) - 1
    text: WebhookEvent = ("list.changed", {"changes": changes, "lists": lists})
    queue_deliveries(hooks, room, [text], {"seq": seq}, stored.now)


def _keys(event: w.WaitlistEvent, stored: StoredInWaitlists) -> Iterable[str]:
    """Return the keys of the event's waitlists; an empty set for an entry that was removed."""
    if key := getattr(event, "key", ""):
        return (str(key),)
    waitlist = stored.state.holding(getattr(event, "number", 0))
    return (waitlist.key,) if waitlist else ()
