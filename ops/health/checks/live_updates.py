"""Live updates: Redis with the channel layer, the task queue and the API's counters; memory in the embedded mode."""

import time
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

import redis
from django.conf import settings
from redis.client import PubSub

from ops.health.part import HealthPart, Step
from ops.health.phrases import restart, size, span

TIMEOUT = 1.0  # seconds for each answer
SLOW = 0.5  # seconds for the round trip
MEMORY_SOON = 0.8  # share of Redis's memory


def check_live(now: datetime) -> HealthPart:
    """Return how long a message takes through Redis and back."""
    part = HealthPart(key="redis", title="Live (Redis)")
    if not settings.REDIS_URL:
        return replace(
            part,
            title="Live",
            state="memory",
            facts=("one process: updates go through its memory",),
        )
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
        ) as client:
            took = _round_trip(client)
            facts = client.info("memory")
    except redis.RedisError as error:
        return replace(
            part,
            level="bad",
            state="away",
            headline="Redis can't be reached",
            facts=(str(error)[:200] or type(error).__name__, "every page asks every 10 s instead"),
            steps=(
                restart("redis", "Start Redis again. Nothing is kept only there; acts are saved."),
                Step("If it doesn't start, read its log.", "sudo journalctl -u redis-server -n 50"),
            ),
        )
    used_bytes = int(facts["used_memory"])
    max_bytes = int(facts["maxmemory"])
    memory = (
        f"{size(used_bytes)} of {size(max_bytes)}"
        if max_bytes
        else f"{size(used_bytes)}, no limit set"
    )
    part = replace(part, facts=(f"a message takes {took * 1000:.0f} ms", memory), age=0.0)
    if took > SLOW:
        headline = f"A message takes {span(took)} through Redis"
        step = Step("Look what keeps Redis busy.", "redis-cli --latency; redis-cli slowlog get 5")
        return replace(part, level="soon", state="slow", headline=headline, steps=(step,))
    if max_bytes and used_bytes > MEMORY_SOON * max_bytes:
        headline = f"Redis uses {memory}"
        step = Step("Raise maxmemory, or look at the queues.", "redis-cli info memory")
        return replace(part, level="soon", state="filling", headline=headline, steps=(step,))
    return part


def _round_trip(client: redis.Redis) -> float:
    """Return the seconds from publishing a message to receiving it. Raises `redis.RedisError`."""
    channel = f"floorbook.health.{uuid4().hex}"
    began = time.monotonic()
    subscriber = PubSub(client.connection_pool, ignore_subscribe_messages=True)
    with closing(subscriber) as pubsub:
        pubsub.subscribe(channel)
        pubsub.get_message(timeout=TIMEOUT)  # the confirmation
        client.publish(channel, b"1")
        while time.monotonic() - began < TIMEOUT:
            if pubsub.get_message(timeout=TIMEOUT) is not None:
                return time.monotonic() - began
    raise redis.TimeoutError("A message did not come back within 1 s.")
