"""Serialize a room log's state, events and commands, the same way for all of them."""

from collections.abc import Mapping
from typing import Generic, TypeVar, Union

import msgspec

from poker.logs.versions import EventVersions, Upcasters
from poker.refusal import Refusal

State = TypeVar("State", bound=msgspec.Struct)
CommandT = TypeVar("CommandT", bound=msgspec.Struct)
EventT = TypeVar("EventT", bound=msgspec.Struct)

_encoder = msgspec.json.Encoder(order="sorted")


class Wire(Generic[State, CommandT, EventT]):
    """The format of one kind of log."""

    def __init__(
        self,
        *,
        state: type[State],
        asks: tuple[type[CommandT], ...],
        tells: tuple[type[EventT], ...],
        upcasters: Upcasters,
    ) -> None:
        """Take commands and events by their tags, and a state type with defaults for every field.

        upcasters: how events of earlier releases become those of this one.
        """
        self._state = state
        self._asks = {_tag(kind): kind for kind in asks}
        self._versions = EventVersions(upcasters)
        self._states = msgspec.json.Decoder(state)
        self._tells: msgspec.json.Decoder[EventT] = msgspec.json.Decoder(Union[tells])  # noqa: UP007 - of a tuple

    def encode(self, state: State) -> bytes:
        """Return a state as canonical JSON."""
        return _encoder.encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state `encode` wrote; empty bytes are a log without events."""
        return self._states.decode(data) if data else self._state()

    def encode_told(self, event: EventT) -> tuple[str, int, bytes]:
        """Return the stable name, schema version and canonical JSON of an event."""
        name = _tag(type(event))
        return name, self._versions.newest(name), _encoder.encode(event)

    def decode_told(self, name: str, version: int, data: bytes | str) -> EventT:
        """Return the event of a log row.

        Raises `ValueError` for a newer version or a name that differs from the data's.
        """
        event: EventT = self._tells.decode(self._versions.upcast(name, version, data))
        if _tag(type(event)) != name:
            raise ValueError(f"row says {name}, data says {_tag(type(event))}")
        return event

    def parse_ask(self, name: str, args: Mapping[str, object]) -> CommandT:
        """Return the command for a wire name and arguments, strictly typed.

        Raises `Refusal`: `unknown_ask`, `bad_ask`.
        """
        kind = self._asks.get(name)
        if kind is None:
            raise Refusal("unknown_ask", "", name=name[:40])
        try:
            return msgspec.convert({**args, "ask": name}, kind, str_keys=True)
        except msgspec.ValidationError as error:
            raise Refusal("bad_ask", "", name=name, detail=str(error)[:200]) from error


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)
