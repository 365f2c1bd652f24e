"""Counts of waiting and failed messages, for the health page."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from outbox.channel import Channel, SomeMessage


@dataclass(frozen=True, slots=True)
class MessageCount:
    """The counts of one kind of message."""

    name: str  # such as "mails of reports"
    waiting: int
    oldest: datetime | None  # when the first waiting message was due
    failed: int  # since a given time
    where: str  # the page on which a person decides about failed messages
    limit: float = 600  # seconds after its due time at which a waiting message is late


def count_messages(channel: Channel[SomeMessage], since: datetime) -> MessageCount:
    """Count the waiting messages to active receivers, and those that have permanently failed since a time."""
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
