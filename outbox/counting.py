"""How many messages of a kind wait or failed, for health."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from outbox.channel import Channel, SomeMessage


@dataclass(frozen=True, slots=True)
class MessageCount:
    """The messages of one kind. oldest: when the first of those that wait was due."""

    name: str  # "mails of reports"
    waiting: int
    oldest: datetime | None
    failed: int  # since the given time
    where: str  # the page on which a person decides about those that failed
    limit: float = 600  # seconds after it was due a waiting message is late


def count_messages(channel: Channel[SomeMessage], since: datetime) -> MessageCount:
    """Return how many messages wait for receivers that get messages now, and how many were given up since a time."""
    waiting = channel.sendable().filter(state=channel.states.waiting)
    counts = waiting.order_by().aggregate(waiting=Count("pk"), oldest=Min("due_at"))
    rows = channel.model._default_manager.filter(state=channel.states.dead, ended_at__gte=since)
    return MessageCount(
        name=channel.name,
        waiting=counts["waiting"],
        oldest=counts["oldest"],
        failed=rows.count(),
        where=channel.where,
        limit=channel.waiting_limit.total_seconds(),
    )
