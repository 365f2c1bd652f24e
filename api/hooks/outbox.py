"""Writes down what programs want to be told, in the transaction of what happened; nothing personal is in it."""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import Any
from uuid import uuid4

import msgspec
from celery import current_app
from django.db import connection, transaction
from django.utils import timezone

from api.hooks.kinds import KINDS
from api.integrations import carries, permissions_of
from api.models import Delivery, Hook
from poker import events as e
from poker.events import Event
from poker.waiting import events as w
from tables import watching
from tables.models import Room, Table
from tables.watching import ListsStored, Stored

JOB = "api.deliver"
WATCHED: tuple[type[Event], ...] = (
    e.HandEnded,
    e.RulingMade,
    e.SeatLeft,
    e.SeatChanged,
    e.SeatUnlocked,
    e.TableOpened,
    e.TableClosed,
    e.Undone,
)
# Commands after which a hand may be over: each can be taken back, until the next hand begins.
ENDS = ("award", "next_hand", "void_hand", "impound")
Said = tuple[str, dict[str, Any]]
_log = logging.getLogger("floorbook.webhooks")


def begin() -> None:
    """Watch all tables and lists from now on."""
    watching.watch(WATCHED, of_table)
    watching.watch_lists(of_lists)


def of_table(stored: Stored) -> None:
    """What a command at a table is worth telling."""
    told = [said for event in stored.events for said in _said(event, stored)]
    if not told:
        return
    hooks = _hooks()
    if not hooks:
        return
    table = Table.objects.select_related("room").only("name", "room").get(pk=stored.table_id)
    about = {"table": {"id": table.pk, "name": table.name}}
    seq = stored.first + len(stored.events) - 1
    _write(hooks, table.room, told, about | {"seq": seq}, stored.now)


def _said(event: Event, stored: Stored) -> Iterator[Said]:
    table = stored.table
    match event:
        case e.HandEnded():
            yield "hand.finished", {"hand": table.hands, "partial": event.partial}
        case e.RulingMade():
            same = {"number": event.ruling, "decision": event.decision, "key": event.key}
            hand = table.hand.number if table.hand else table.hands
            yield "ruling.final", same | {"clause": event.clause, "hand": hand}
        case e.TableOpened():
            yield "table.opened", {}
        case e.TableClosed():
            yield "table.closed", {}
        case e.SeatLeft() | e.SeatChanged() | e.SeatUnlocked():
            yield from _open(event.seat, stored)
        case e.Undone() if event.done.name in ENDS and table.hand is not None:
            yield "hand.reopened", {"hand": table.hand.number}
        case e.Undone() if event.done.name == "seat_player":
            yield from _open(event.done.seat, stored)


def _open(seat: int, stored: Stored) -> Iterator[Said]:
    found = next((one for one in stored.table.seats if one.number == seat), None)
    if found is not None and stored.table.is_open and not found.taken and not found.lock:
        yield "seat.open", {"seat": seat}


def of_lists(stored: ListsStored) -> None:
    """That lists changed, and how, without anybody's name."""
    hooks = _hooks()
    if not hooks:
        return
    room = Room.objects.get(pk=stored.room_id)
    changes = [str(event.__struct_config__.tag) for event in stored.events]
    lists = sorted({key for event in stored.events for key in _keys(event, stored)})
    seq = stored.first + len(stored.events) - 1
    said: Said = ("list.changed", {"changes": changes, "lists": lists})
    _write(hooks, room, [said], {"seq": seq}, stored.now)


def _keys(event: w.Told, stored: ListsStored) -> Iterable[str]:
    """Which lists an event is of; none for a name that is off: it stands nowhere any more."""
    if key := getattr(event, "key", ""):
        return (str(key),)
    line = stored.lists.holding(getattr(event, "number", 0))
    return (line.key,) if line else ()


def _hooks() -> list[Hook]:
    with (
        connection.cursor() as cursor
    ):  # written out: most rooms have none, and a tap waits for the answer
        cursor.execute(f"SELECT 1 FROM {Hook._meta.db_table} LIMIT 1")
        if cursor.fetchone() is None:
            return []
    rows = Hook.objects.filter(active=True, integration__active=True)
    return list(rows.select_related("integration__role"))


def _write(
    hooks: list[Hook], room: Room, told: list[Said], about: dict[str, Any], at: datetime
) -> None:
    """A row for each event and hook; its number keeps their order."""
    now = timezone.now()
    rows = []
    for name, facts in told:
        event_id = uuid4()
        said = {"id": event_id, "event": name, "at": at, "room": {"id": room.pk, "name": room.name}}
        body = msgspec.json.encode(said | about | facts).decode()
        rows += [
            Delivery(hook=hook, event_id=event_id, event=name, body=body, made_at=now, due_at=now)
            for hook in hooks
            if _wants(hook, name, room)
        ]
    if rows:
        Delivery.objects.bulk_create(rows)
        transaction.on_commit(partial(wake), robust=True)


def _wants(hook: Hook, name: str, room: Room) -> bool:
    """Whether it asked for it, and may still know it."""
    mine, scope = hook.integration, KINDS[name][0]
    if name not in hook.events or mine.room_id not in (None, room.pk):
        return False
    return scope in mine.scopes and carries(permissions_of(mine.role), scope)


def wake() -> None:
    """Leave the job of delivering; where that fails, the clock does it."""
    try:
        current_app.send_task(JOB, retry=False)
    except Exception:
        _log.exception("A delivery could not be handed over")
