"""Scheduled tasks of waitlists: expiry of calls, requests and lock-ups, removal of excluded players, pages."""

from collections.abc import Iterable
from datetime import datetime
from uuid import uuid4

from celery import shared_task
from django.utils import timezone

from journal.unix_time import milliseconds
from outbox.delivery import deliver
from outbox.message_templates import SUBJECT
from outbox.notify import notifier
from poker.refusal import Refusal
from tables.seat_locks import locks_expire
from waitlist.exclusions import REASON, excluded_entries
from waitlist.joining import end_old_requests
from waitlist.models import RoomWaitlistLog
from waitlist.paging import PAGES, TASK_NAME, message
from waitlist.rules import codec
from waitlist.rules.commands import ExpireDue, RemovePlayer
from waitlist.rules.state import Waitlists
from waitlist.seat_changes import requests_without_seat
from waitlist.seatings import waitlist_execute

CLOCK = "system.clock"


def waitlist_expire() -> int:
    """Expire calls, held seats and call-ins whose time is up; return the number of rooms that had any."""
    now = timezone.now()
    now_ms = milliseconds(now)
    rooms = 0
    for room_id, waitlists in _waitlists():
        if _due(waitlists, now_ms):
            waitlist_execute(
                room_id=room_id, command_id=str(uuid4()), command=ExpireDue(), actor=CLOCK, now=now
            )
            rooms += 1
    return rooms


def seat_changes_expire() -> int:
    """Remove seat- and table-change requests of players who left the table; return how many."""
    count = 0
    for room_id, waitlists in _waitlists():
        for number in requests_without_seat(room_id, waitlists):
            count += _removed(room_id, number, "left the table")
    return count


def excluded_remove() -> int:
    """Remove the entries of players who may not play, such as those whose self-exclusion has just begun."""
    count = 0
    now = timezone.now()
    for room_id, waitlists in _waitlists():
        for number in excluded_entries(waitlists, now):
            count += _removed(room_id, number, REASON)
    return count


def _removed(room_id: int, number: int, reason: str) -> bool:
    """Remove an entry; return whether it was still on its list."""
    try:
        waitlist_execute(
            room_id=room_id,
            command_id=str(uuid4()),
            command=RemovePlayer(number, reason),
            actor=CLOCK,
            now=timezone.now(),
        )
    except Refusal:  # removed concurrently
        return False
    return True


def expire_due() -> tuple[int, int]:
    """Run all expirations; return the rooms with expired waitlist entries, and the lock-ups that expired."""
    seat_changes_expire()
    excluded_remove()
    return waitlist_expire(), locks_expire(actor=CLOCK, now=timezone.now())


def _waitlists() -> Iterable[tuple[int, Waitlists]]:
    """Yield the waitlists of all rooms on the server's time."""
    logs = RoomWaitlistLog.objects.filter(room__own_time=False)
    for room_id, state in logs.values_list("room_id", "stream__state"):
        yield room_id, codec.decode_state(bytes(state))


def _due(waitlists: Waitlists, now: int) -> bool:
    return any(0 < entry.until <= now for waitlist in waitlists.lists for entry in waitlist.entries)


task = shared_task(name="tables.lists_lapse")(expire_due)


def join_requests_end() -> int:
    """End requests that no one confirmed in time, and delete old ones; return how many ended."""
    return end_old_requests(timezone.now())


end_joins = shared_task(name="tables.join_requests_end")(join_requests_end)


def pages_send(player: str = "", text: str = "", subject: str = SUBJECT) -> int:
    """Send the pages that are due; return how many were sent.

    With arguments, send a page that a process of the previous version queued. The next version drops them.
    """
    if not player:
        return deliver(PAGES)
    player_message = message(player, text, subject)
    return int(player_message is not None and notifier().send(player_message))


page = shared_task(name=TASK_NAME, autoretry_for=(OSError,), retry_backoff=5, max_retries=3)(
    pages_send
)


_first_run: list[datetime] = []
