"""The queues of Celery: how many tasks wait, and how long the oldest has waited."""

import json
from dataclasses import dataclass
from datetime import datetime

import redis
from django.conf import settings
from kombu.transport import memory

SENT_AT = "sent_at"  # a task's header: when it was queued, in Unix seconds
TIMEOUT = 1.0  # seconds


@dataclass(frozen=True, slots=True)
class QueueState:
    """A queue: how many tasks wait, and for how many seconds the oldest has waited, if its message has its time."""

    length: int
    oldest: float | None = None


def queue_state(queue: str, now: datetime) -> QueueState | None:
    """Return the state of a queue; None if the broker is unreachable."""
    try:
        length, first = _of_redis(queue) if settings.REDIS_URL else _of_memory(queue)
    except redis.RedisError:
        return None
    if first is None:
        return QueueState(length)
    sent_at = first.get("headers", {}).get(SENT_AT)
    return QueueState(length, max(0.0, now.timestamp() - sent_at) if sent_at else None)


def _of_redis(queue: str) -> tuple[int, dict[str, dict[str, float]] | None]:
    """Return the length and the next message. Kombu adds to a list's left end and takes from its right."""
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
    ) as client:
        length = client.llen(queue)
        first = client.lindex(queue, -1)
    return int(length), json.loads(first) if first else None


def _of_memory(queue: str) -> tuple[int, dict[str, dict[str, float]] | None]:
    waiting = memory.Channel.queues.get(queue)
    if waiting is None:
        return 0, None
    with waiting.mutex:
        messages = list(waiting.queue)
    first = messages[0] if messages else None
    return len(messages), json.loads(first) if isinstance(first, str | bytes) else first
