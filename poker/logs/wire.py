"""A room log's state, events and commands to bytes and back: one way for all of them."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, Union

import msgspec

from poker.refusal import Refusal

State = TypeVar("State", bound=msgspec.Struct)
Ask = TypeVar("Ask", bound=msgspec.Struct)
Told = TypeVar("Told", bound=msgspec.Struct)

_encoder = msgspec.json.Encoder(order="sorted")


class Wire(Generic[State, Ask, Told]):
    """How one kind of log is written. version: of the events that this program writes and the newest that it reads."""

    def __init__(
        self,
        *,
        state: type[State],
        asks: tuple[type[Ask], ...],
        tells: tuple[type[Told], ...],
        version: int,
    ) -> None:
        """Commands and events by their tags; a state that can be made of nothing."""
        self._state = state
        self._asks = {_tag(kind): kind for kind in asks}
        self._version = version
        self._states = msgspec.json.Decoder(state)
        self._tells: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tells])  # noqa: UP007 - of a tuple

    def encode(self, state: State) -> bytes:
        """Canonical JSON of a state."""
        return _encoder.encode(state)

    def decode(self, data: bytes) -> State:
        """What `encode` wrote; no bytes is a log in which nothing happened yet."""
        return self._states.decode(data) if data else self._state()

    def encode_told(self, event: Told) -> tuple[str, int, bytes]:
        """Stable name, schema version and canonical JSON of an event."""
        return _tag(type(event)), self._version, _encoder.encode(event)

    def decode_told(self, name: str, version: int, data: bytes | str) -> Told:
        """The event of a log row. A version from the future or another name than the data's is an error."""
        if version > self._version:
            reads = f"this program reads up to {self._version}"
            raise ValueError(f"event {name} has version {version}, {reads}")
        event: Told = self._tells.decode(data)
        if _tag(type(event)) != name:
            raise ValueError(f"row says {name}, data says {_tag(type(event))}")
        return event

    def parse_ask(self, name: str, args: Mapping[str, object]) -> Ask:
        """A command from its wire name and arguments, strictly typed. Refuses `unknown_ask` and `bad_ask`."""
        kind = self._asks.get(name)
        if kind is None:
            raise Refusal("unknown_ask", "", name=name[:40])
        try:
            return msgspec.convert({**args, "ask": name}, kind, str_keys=True)
        except msgspec.ValidationError as error:
            raise Refusal("bad_ask", "", name=name, detail=str(error)[:200]) from error


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)
