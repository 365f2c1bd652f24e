"""The logs that a room has one of: made when first asked for, held while they change, one answer a command."""

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, models, transaction

from journal import store
from journal.models import Stream
from poker.refusal import Refusal
from tables.models import Room

Answer = TypeVar("Answer")


def made(kind: type[models.Model], *, prefix: str, room_id: int) -> int:
    """The number of a room's log; kind: the model that ties it to the room. Refuses `no_such_room`."""
    rows = kind._default_manager.filter(room_id=room_id).values_list("pk", flat=True)
    found = rows.first()
    if found is not None:
        return int(found)
    if not Room.objects.filter(pk=room_id).exists():
        raise Refusal("no_such_room", "", room=room_id)
    try:
        with transaction.atomic():
            stream = store.create_stream(key=f"{prefix}{room_id}")
            return int(kind._default_manager.create(stream=stream, room_id=room_id).pk)
    except IntegrityError:  # somebody else was as quick
        return int(rows.get())


def held(log_id: int) -> Stream:
    """The log's row without its view, held until the caller's transaction ends."""
    return Stream.objects.filter(pk=log_id).defer("view").order_by().select_for_update().get()


def durably(
    log_id: int, work: Callable[[], Answer], answered: Callable[[Stream], Answer | None]
) -> Answer:
    """One durable transaction; where somebody stored the same command meanwhile, `answered` has what it said."""
    try:
        with transaction.atomic(durable=True):
            return work()
    except IntegrityError:
        before = answered(Stream.objects.get(pk=log_id))
        if before is None:
            raise
        return before
