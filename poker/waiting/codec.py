"""Lists, their events and commands to bytes and back; the one place that knows how they are written."""

from collections.abc import Mapping
from typing import Any, Union

import msgspec

from poker.refusal import Refusal
from poker.waiting.commands import ASKS, Ask
from poker.waiting.events import TELLS, VERSION, Told
from poker.waiting.state import Lists

_encoder = msgspec.json.Encoder(order="sorted")
_lists_decoder = msgspec.json.Decoder(Lists)
_told_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[TELLS])  # noqa: UP007 - a union of a tuple


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


_ASKS: dict[str, type[Ask]] = {_tag(kind): kind for kind in ASKS}


def encode_lists(lists: Lists) -> bytes:
    """Canonical JSON of a room's lists."""
    return _encoder.encode(lists)


def decode_lists(data: bytes) -> Lists:
    """What `encode_lists` wrote; no bytes are lists that nobody has used yet."""
    return _lists_decoder.decode(data) if data else Lists()


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
