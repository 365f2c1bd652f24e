"""The line-up, its events and commands to bytes and back; the one place that knows how it is written."""

from collections.abc import Mapping
from typing import Any, Union

import msgspec

from poker.lineup.commands import ASKS, Ask
from poker.lineup.events import TELLS, VERSION, Told
from poker.lineup.state import Dealers
from poker.refusal import Refusal

_encoder = msgspec.json.Encoder(order="sorted")
_dealers_decoder = msgspec.json.Decoder(Dealers)
_told_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[TELLS])  # noqa: UP007 - a union of a tuple


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


_ASKS: dict[str, type[Ask]] = {_tag(kind): kind for kind in ASKS}


def encode_dealers(dealers: Dealers) -> bytes:
    """Canonical JSON of a room's dealers."""
    return _encoder.encode(dealers)


def decode_dealers(data: bytes) -> Dealers:
    """What `encode_dealers` wrote; no bytes is a room that nobody has clocked in at."""
    return _dealers_decoder.decode(data) if data else Dealers()


def encode_told(event: Told) -> tuple[str, int, bytes]:
    """Stable name, schema version and canonical JSON of an event."""
    return _tag(type(event)), VERSION, _encoder.encode(event)


def decode_told(name: str, version: int, data: bytes | str) -> Told:
    """The event of a log row. A version from the future or another name than the data's is an error."""
    if version > VERSION:
        raise ValueError(f"event {name} has version {version}, this program reads up to {VERSION}")
    event: Told = _told_decoder.decode(data)
    if _tag(type(event)) != name:
        raise ValueError(f"row says {name}, data says {_tag(type(event))}")
    return event


def parse_ask(name: str, args: Mapping[str, object]) -> Ask:
    """A command from its wire name and arguments, strictly typed. Refuses `unknown_ask` and `bad_ask`."""
    kind = _ASKS.get(name)
    if kind is None:
        raise Refusal("unknown_ask", "", name=name[:40])
    try:
        return msgspec.convert({**args, "ask": name}, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise Refusal("bad_ask", "", name=name, detail=str(error)[:200]) from error
