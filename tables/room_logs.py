"""Logs with one stream per room, created on first use."""

from typing import TypeVar

import msgspec
from django.db import IntegrityError, models, transaction

from journal.log import Log
from journal.models import Stream
from poker.refusal import Refusal
from staff.models import Room

State = TypeVar("State", bound=msgspec.Struct)
CommandT = TypeVar("CommandT", bound=msgspec.Struct)
EventT = TypeVar("EventT", bound=msgspec.Struct)
View = TypeVar("View", bound=msgspec.Struct)


class RoomLog(Log[State, CommandT, EventT, View]):
    """A kind of log with one stream per room. The key of its stream ends in the number of the room."""

    model: type[models.Model]  # links the log to its room

    def room_id_of(self, stream: Stream) -> int:
        return int(stream.key.removeprefix(self.prefix))

    def find_id(self, room_id: int) -> int | None:
        """Return the id of a room's log; None if it has none."""
        rows = self.model._default_manager.filter(room_id=room_id)
        return rows.values_list("pk", flat=True).first()

    def id_of_room(self, room_id: int) -> int:
        """Return the id of a room's log, created on first use. Raises `Refusal`: `no_such_room`."""
        log_id = self.find_id(room_id)
        if log_id is not None:
            return log_id
        if not Room.objects.filter(pk=room_id).exists():
            raise Refusal("no_such_room", "", room=room_id)
        try:
            with transaction.atomic():
                stream = self.create(str(room_id))
                return int(self.model._default_manager.create(stream=stream, room_id=room_id).pk)
        except IntegrityError:  # created concurrently
            return int(
                self.model._default_manager.values_list("pk", flat=True).get(room_id=room_id)
            )

    def load(self, room_id: int) -> tuple[int, State]:
        """Return the number of the last entry of a room's log and the state after it; 0 and an empty state without a
        log.
        """
        rows = self.model._default_manager.filter(room_id=room_id)
        seq, state = rows.values_list("stream__seq", "stream__state").first() or (0, b"")
        return seq, self.codec.decode_state(bytes(state))
