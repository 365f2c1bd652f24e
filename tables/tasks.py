"""Jobs of the room: the lists' clock, pages of players, tablets that went silent, how fast games are dealt."""

from collections.abc import Iterable
from datetime import datetime
from uuid import uuid4

from celery import shared_task
from django.utils import timezone

from poker.refusal import Refusal
from poker.waiting import codec
from poker.waiting.commands import Lapse, TakeOff
from poker.waiting.state import Lists
from tables import heard, pace, plaques_due
from tables.dealers.clock import dealers_due
from tables.lists.asking import lists_ask
from tables.lists.changing import gone
from tables.lists.paging import JOB, message
from tables.locks import locks_lapse
from tables.message_texts import SUBJECT
from tables.models import Room, RoomLists
from tables.notify import notifier

CLOCK = "system.clock"


def lists_lapse() -> int:
    """Let calls, held seats and call-ins lapse whose time is over; in how many rooms there were some."""
    now = timezone.now()
    milliseconds, rooms = int(now.timestamp() * 1000), 0
    for room_id, lists in _lists():
        if _due(lists, milliseconds):
            lists_ask(
                room_id=room_id, command_id=str(uuid4()), command=Lapse(), actor=CLOCK, now=now
            )
            rooms += 1
    return rooms


def changes_over() -> int:
    """Take off who asked for another chair and has none any more; how many names."""
    names = 0
    for room_id, lists in _lists():
        for number in gone(room_id, lists):
            off = TakeOff(number, "left the table")
            try:
                lists_ask(
                    room_id=room_id,
                    command_id=str(uuid4()),
                    command=off,
                    actor=CLOCK,
                    now=timezone.now(),
                )
            except Refusal:  # the desk was quicker
                continue
            names += 1
    return names


def clock() -> tuple[int, int]:
    """What lapses by itself: places on the lists, and chairs that are locked up; in how many rooms, and how many."""
    changes_over()
    return lists_lapse(), locks_lapse(actor=CLOCK, now=timezone.now())


def _lists() -> Iterable[tuple[int, Lists]]:
    """The lists of all rooms in which it is as late as here."""
    found = RoomLists.objects.filter(room__own_time=False)
    for room_id, state in found.values_list("room_id", "stream__state"):
        yield room_id, codec.decode_lists(bytes(state))


def _due(lists: Lists, now: int) -> bool:
    return any(0 < one.until <= now for line in lists.lines for one in line.places)


task = shared_task(name="tables.lists_lapse")(clock)


def lineup_clock() -> int:
    """Say which pushes and breaks fell due; in how many rooms there were some."""
    return dealers_due(timezone.now())


lineup = shared_task(name="tables.lineup_clock")(lineup_clock)


def page_player(player: str, text: str, subject: str = SUBJECT) -> bool:
    """Page a player, by the way that the settings choose; tried again when a gateway does not answer."""
    told = message(player, text, subject)
    return told is not None and notifier().send(told)


page = shared_task(name=JOB, autoretry_for=(OSError,), retry_backoff=5, max_retries=3)(page_player)


_opened: list[datetime] = []


def tablets_silent() -> int:
    """Name the tablets that went silent. Counted from this process's first look: before, nobody could be heard."""
    now = timezone.now()
    if not _opened:
        _opened.append(now)
    return heard.tablets_silent(now=now, since=_opened[0])


listen = shared_task(name="tables.tablets_silent")(tablets_silent)


def paces_keep() -> None:
    """What is usual in each room by now."""
    for room in Room.objects.values_list("pk", flat=True):
        pace.paces_keep(room_id=room, now=timezone.now())


measure = shared_task(name="tables.paces_keep")(paces_keep)


def plaques_begin() -> int:
    """Plaques and house charges whose moment came are in force; how many changes."""
    return plaques_due.plaques_begin(now=timezone.now())


begin = shared_task(name="tables.plaques_begin")(plaques_begin)
