"""Scheduled tasks of the room: waitlist expiry, paging, offline tablets, plaques, typical pace."""

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
from poker.waitlist import codec
from poker.waitlist.commands import ExpireDue, RemovePlayer
from poker.waitlist.state import Waitlists
from staff.models import Room
from tables import pace, scheduled_plaques, tablet_heartbeat
from tables.models import RoomWaitlistLog
from tables.seat_locks import locks_expire
from tables.waitlist.exclusions import REASON, excluded_entries
from tables.waitlist.execute import waitlist_execute
from tables.waitlist.joining import end_old_requests
from tables.waitlist.paging import PAGES, TASK_NAME, message
from tables.waitlist.seat_changes import requests_without_seat

CLOCK = "system.clock"


def waitlist_expire() -> int:
    """Expire calls, held seats and call-ins whose time is up; return in how many rooms there were any."""
    now = timezone.now()
    now_ms, rooms = milliseconds(now), 0
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
    count, now = 0, timezone.now()
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
    return any(0 < entry.until <= now for waitlist in waitlists.lines for entry in waitlist.places)


task = shared_task(name="tables.lists_lapse")(expire_due)


def join_requests_end() -> int:
    """End requests to join a list that no one has confirmed in time, and delete old ones; return how many ended."""
    return end_old_requests(timezone.now())


end_joins = shared_task(name="tables.join_requests_end")(join_requests_end)


def pages_send(player: str = "", text: str = "", subject: str = SUBJECT) -> int:
    """Send the pages that are due; return how many were sent.

    With arguments, send the page that a process of the version before queued; to be removed in the next version.
    """
    if not player:
        return deliver(PAGES)
    player_message = message(player, text, subject)
    return int(player_message is not None and notifier().send(player_message))


page = shared_task(name=TASK_NAME, autoretry_for=(OSError,), retry_backoff=5, max_retries=3)(
    pages_send
)


_first_run: list[datetime] = []


def tablets_silent() -> int:
    """Mark offline tablets, counted from this process's first run: no heartbeat could be received before."""
    now = timezone.now()
    if not _first_run:
        _first_run.append(now)
    return tablet_heartbeat.tablets_mark_offline(now=now, since=_first_run[0])


listen = shared_task(name="tables.tablets_silent")(tablets_silent)


def paces_keep() -> None:
    """Refresh the typical pace of each room."""
    for room in Room.objects.values_list("pk", flat=True):
        pace.paces_refresh(room_id=room, now=timezone.now())


measure = shared_task(name="tables.paces_keep")(paces_keep)


def plaques_begin() -> int:
    """Publish scheduled plaque and collection changes that are due; return how many."""
    return scheduled_plaques.plaques_apply_due(now=timezone.now())


begin = shared_task(name="tables.plaques_begin")(plaques_begin)
