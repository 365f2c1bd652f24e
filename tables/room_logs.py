"""Logs with one stream per room: created on first use, locked while they change, idempotent by command id."""

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, models, transaction

from journal import store
from journal.models import Stream
from poker.refusal import Refusal
from tables.metrics import timed
from tables.models import Room

Answer = TypeVar("Answer")


def get_or_create_log(model: type[models.Model], *, prefix: str, room_id: int) -> int:
    """Return the id of a room's log.

    `kind` is the model that links it to the room. Raises `Refusal`: `no_such_room`.
    """
    rows = model._default_manager.filter(room_id=room_id).values_list("pk", flat=True)
    row = rows.first()
    if row is not None:
        return int(row)
    if not Room.objects.filter(pk=room_id).exists():
        raise Refusal("no_such_room", "", room=room_id)
    try:
        with transaction.atomic():
            stream = store.create_stream(key=f"{prefix}{room_id}")
            return int(model._default_manager.create(stream=stream, room_id=room_id).pk)
    except IntegrityError:  # created concurrently
        return int(rows.get())


def lock_log(log_id: int) -> Stream:
    """Return the log's row without its view, locked until the caller's transaction ends."""
    return Stream.objects.filter(pk=log_id).defer("view").order_by().select_for_update().get()


def durably(
    log_id: int, work: Callable[[], Answer], stored_result: Callable[[Stream], Answer | None]
) -> Answer:
    """Run `work` in one durable transaction; if the same command was stored concurrently, return its stored
    result.
    """
    try:
        with timed("room"), transaction.atomic(durable=True):
            return work()
    except IntegrityError:
        result = stored_result(Stream.objects.get(pk=log_id))
        if result is None:
            raise
        return result
