"""Messages that leave the house: how many wait longer than they should, and how many failed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from ops.health.part import HealthPart, Step
from ops.health.phrases import span
from outbox.counting import MessageCount

FAILED_TOLD = timedelta(days=1)  # how long a failed message is reported


Counter = Callable[[datetime], MessageCount]


def check_messages(*counters: Counter) -> Callable[[datetime], HealthPart]:
    """Return the check of these kinds of messages. A counter gets the time since which failures are counted."""

    def check(now: datetime) -> HealthPart:
        counts = [counter(now - FAILED_TOLD) for counter in counters]
        part = HealthPart(key="messages", title="Messages", facts=tuple(map(_fact, counts)))
        late = [
            wait
            for message_count in counts
            if (wait := _seconds_late(message_count, now)) > message_count.limit
        ]
        failures = [message_count for message_count in counts if message_count.failed]
        if late:
            headline = f"A message waits {span(max(late))} longer than it should"
            step = Step(
                "Look at the worker, then at the network to the mail server and the gateways."
            )
            return replace(part, level="soon", state="late", headline=headline, steps=(step,))
        if failures:
            names = [f"{message_count.failed} {message_count.name}" for message_count in failures]
            return replace(
                part,
                level="soon",
                state=f"{sum(message_count.failed for message_count in failures)} failed",
                headline=f"{' and '.join(names)} failed within a day",
                steps=tuple(
                    Step(f"Read why, and send again: {message_count.where}.")
                    for message_count in failures
                ),
            )
        return part

    return check


def _seconds_late(count: MessageCount, now: datetime) -> float:
    """Return for how many seconds the first waiting message has been due."""
    return (now - count.oldest).total_seconds() if count.oldest else 0


def _fact(count: MessageCount) -> str:
    waiting = f"{count.waiting} waiting" if count.waiting else "none waiting"
    return f"{count.name}: {waiting}, {count.failed} failed in a day"
