"""The rules of delivery for all kinds of messages: leases, order, retries, failure, expiry and killed workers."""

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier

import pytest
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgresqlDatabase
from django.utils import timezone

from outbox.channel import Channel, SendResult
from outbox.counting import count_messages
from outbox.delivery import EXPIRED, INTERRUPTED, delete_ended, deliver, retry
from staff.models import Room
from waitlist.models import CallPage

State = CallPage.State
LEASE = timedelta(seconds=30)
SECOND = timedelta(seconds=1)
DELAYS = (timedelta(seconds=10), timedelta(seconds=60))
FAILED = SendResult("answered 500")


class Clock:
    """A clock that changes only when a test sets it."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now


class ShortChannel(Channel[CallPage]):
    """Messages with three tries. It records the receivers. `on_send` returns the result, None for "sent"."""

    name = "test messages"
    model = CallPage
    task = "test.outbox"
    where = "nowhere"
    retry_delays = DELAYS
    lease = LEASE
    retention = timedelta(days=1)

    def __init__(
        self, on_send: Callable[[CallPage], SendResult | None] | None = None, *, target: str = ""
    ) -> None:
        self.on_send = on_send
        self.target = target
        self.tried: list[int] = []
        self.lost: list[int] = []

    def send(self, message: CallPage, now: datetime) -> SendResult:
        self.tried.append(message.pk)
        return (self.on_send(message) if self.on_send else None) or SendResult()

    def on_permanent_failure(self, message: CallPage, now: datetime) -> None:
        self.lost.append(message.pk)


def answers(*results: SendResult | None) -> Callable[[CallPage], SendResult | None]:
    """Return an `on_send` that returns these results in order, and then sends."""
    remaining = list(results)
    return lambda message: remaining.pop(0) if remaining else None


def queue(clock: Clock, *receivers: int, expires_in: timedelta | None = None) -> list[int]:
    """Store a message to each receiver that is due now; return their ids."""
    room, _ = Room.objects.get_or_create(name="Outbox")
    expires_at = clock.now + expires_in if expires_in else None
    return [
        CallPage.objects.create(
            room=room,
            number=receiver,
            until=0,
            made_at=clock.now,
            due_at=clock.now,
            expires_at=expires_at,
        ).pk
        for receiver in receivers
    ]


def states(ids: Sequence[int]) -> list[str]:
    by_id = dict(CallPage.objects.values_list("pk", "state"))
    return [by_id[pk] for pk in ids]


@pytest.mark.django_db
def test_repeated_task_sends_nothing_again() -> None:
    clock = Clock()
    channel = ShortChannel()
    ids = queue(clock, 1, 2, 3)
    assert deliver(channel, clock) == 3
    assert deliver(channel, clock) == 0
    assert channel.tried == ids
    assert states(ids) == [State.DELIVERED] * 3


@pytest.mark.django_db
def test_delays_grow_until_it_is_given_up_and_a_person_queues_it_again() -> None:
    clock = Clock()
    channel = ShortChannel(answers(FAILED, FAILED, FAILED))
    [pk] = queue(clock, 1)
    for delay in DELAYS:
        assert deliver(channel, clock) == 0
        assert CallPage.objects.get().due_at == clock.now + delay
        clock.now += delay - SECOND
        assert deliver(channel, clock) == 0  # it is not due yet
        clock.now += SECOND
    assert channel.lost == []
    deliver(channel, clock)
    message = CallPage.objects.get()
    assert (message.state, message.tries, message.error) == (State.DEAD, 3, FAILED.error)
    assert (channel.lost, message.ended_at) == ([pk], clock.now)
    assert retry(channel, message, clock.now)
    assert not retry(channel, message, clock.now)
    assert deliver(channel, clock) == 1
    assert channel.tried == [pk] * 4


@pytest.mark.django_db
def test_final_error_is_given_up_at_once_and_an_obsolete_message_is_no_failure() -> None:
    clock = Clock()
    ids = queue(clock, 1, 2)
    final = SendResult("no address", is_final=True)
    over = SendResult("over", is_obsolete=True)
    channel = ShortChannel(answers(final, over))
    assert deliver(channel, clock) == 0
    assert states(ids) == [State.DEAD, State.OBSOLETE]
    assert channel.lost == ids[:1]


@pytest.mark.django_db
def test_receiver_gets_its_messages_in_order_and_holds_back_only_its_own() -> None:
    clock = Clock()
    first, other, second, third = queue(clock, 1, 2, 1, 1)
    channel = ShortChannel(answers(FAILED), target="number")
    assert deliver(channel, clock) == 1
    assert channel.tried == [first, other]
    clock.now += DELAYS[0]
    assert deliver(channel, clock) == 3
    assert channel.tried[2:] == [first, second, third]


@pytest.mark.django_db
def test_expired_message_is_never_sent() -> None:
    clock = Clock()
    channel = ShortChannel(answers(FAILED))
    tried = queue(clock, 1, expires_in=DELAYS[0])
    deliver(channel, clock)  # the second try would be too late
    assert (states(tried), channel.lost) == ([State.DEAD], tried)
    late = queue(clock, 2, expires_in=SECOND)
    clock.now += SECOND
    assert deliver(channel, clock) == 0
    assert channel.tried == tried
    assert CallPage.objects.get(pk__in=late).error == EXPIRED


@pytest.mark.django_db
def test_unexpected_error_is_logged_and_holds_back_no_other_message(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    first, second = queue(clock, 1, 2)

    def fail(message: CallPage) -> None:
        if message.pk == first:
            raise ZeroDivisionError

    assert deliver(ShortChannel(fail), clock) == 1
    assert states([first, second]) == [State.WAITING, State.DELIVERED]
    assert CallPage.objects.get(pk=first).error == "Unexpected error: ZeroDivisionError"
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.django_db
def test_worker_that_comes_too_late_changes_nothing_but_a_success() -> None:
    """The worker was slower than its lease, and another worker has sent the message again."""
    clock = Clock()
    [pk] = queue(clock, 1)

    def overtaken(result: SendResult) -> Callable[[CallPage], SendResult]:
        def send(message: CallPage) -> SendResult:
            clock.now += LEASE
            deliver(ShortChannel(answers(FAILED)), clock)
            return result

        return send

    deliver(ShortChannel(overtaken(FAILED)), clock)
    message = CallPage.objects.get(pk=pk)
    assert (message.tries, message.due_at) == (
        2,
        clock.now + DELAYS[1],
    )  # as the other worker set it
    clock.now += DELAYS[1]
    assert deliver(ShortChannel(overtaken(SendResult())), clock) == 1
    assert states([pk]) == [State.DELIVERED]


@pytest.mark.django_db
def test_message_that_ends_its_worker_each_time_is_given_up() -> None:
    clock = Clock()
    channel = ShortChannel()
    [pk] = queue(clock, 1)

    def end(message: CallPage) -> None:
        raise SystemExit

    for _ in range(len(DELAYS) + 1):
        with pytest.raises(SystemExit):
            deliver(ShortChannel(end), clock)
        assert deliver(channel, clock) == 0  # the lease has not ended
        clock.now += LEASE
    assert deliver(channel, clock) == 0
    message = CallPage.objects.get(pk=pk)
    assert (message.state, message.tries, message.error) == (State.DEAD, 3, INTERRUPTED)
    assert (channel.tried, channel.lost) == ([], [pk])


@pytest.mark.django_db
def test_messages_are_counted_and_deleted_after_their_retention() -> None:
    clock = Clock()
    channel = ShortChannel(answers(SendResult("no", is_final=True)))
    queue(clock, 1, 2)
    deliver(channel, clock)
    [waiting] = queue(clock, 3)
    counts = count_messages(channel, clock.now - SECOND)
    assert (counts.waiting, counts.oldest, counts.failed) == (1, clock.now, 1)
    assert count_messages(channel, clock.now + SECOND).failed == 0
    assert delete_ended(channel, clock.now + channel.retention) == 0
    assert delete_ended(channel, clock.now + channel.retention + SECOND) == 2
    assert CallPage.objects.get().pk == waiting


@pytest.mark.django_db(transaction=True)
def test_killed_worker_loses_no_message() -> None:
    """A process is killed while it sends a message. Another worker sends the message when the lease ends."""
    clock = Clock()
    channel = ShortChannel()
    ids = queue(clock, 1, 2)
    _close_connections()
    child = os.fork()
    if child == 0:
        deliver(ShortChannel(lambda message: os.kill(os.getpid(), signal.SIGKILL)), clock)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert deliver(channel, clock) == 1  # the other message; the first message is under a lease
    clock.now += LEASE
    assert deliver(channel, clock) == 1
    assert channel.tried == [ids[1], ids[0]]
    assert states(ids) == [State.DELIVERED] * 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("target", ["", "number"])
def test_concurrent_workers_send_each_message_once(target: str) -> None:
    clock = Clock()
    channel = ShortChannel(target=target)
    ids = queue(clock, *[receiver for _ in range(6) for receiver in (1, 2, 3)])
    workers = 4
    start = Barrier(workers)

    def work() -> int:
        try:
            start.wait(10)
            return deliver(channel, clock)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(work) for _ in range(workers)]
        total = sum(future.result(30) for future in futures)
    # A worker skips a receiver whose first message is under another worker's lease. The next run continues.
    total += deliver(channel, clock)
    assert (total, sorted(channel.tried)) == (len(ids), ids)
    if target:
        receivers = dict(CallPage.objects.values_list("pk", "number"))
        for receiver in (1, 2, 3):
            own = [pk for pk in channel.tried if receivers[pk] == receiver]
            assert own == sorted(own)


def _close_connections() -> None:
    """Close this process's connections, so that a forked process opens its own."""
    connections.close_all()
    database = connections["default"]
    if isinstance(database, PostgresqlDatabase):
        database.close_pool()
