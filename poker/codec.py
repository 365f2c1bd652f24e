"""Serialize state, events and commands. No other module knows the format."""

import re
from collections.abc import Mapping
from typing import Union

import msgspec

from poker.commands import COMMANDS, Command
from poker.events import EVENTS, Event
from poker.events.upcasters import VERSIONS
from poker.refusal import Refusal
from poker.state import Table


def tag(kind: type[msgspec.Struct]) -> str:
    """Return the stable name of a command or event type."""
    return str(kind.__struct_config__.tag)


_encoder = msgspec.json.Encoder(order="sorted")
_table_decoder = msgspec.json.Decoder(Table)
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Union[EVENTS])  # noqa: UP007 - a union of a tuple
_commands: dict[str, type[Command]] = {tag(kind): kind for kind in COMMANDS}
_event_names: dict[type[Event], str] = {kind: tag(kind) for kind in EVENTS}


def encode_state(table: Table) -> bytes:
    """Return a table's state as canonical JSON."""
    return _encoder.encode(table)


def decode_state(data: bytes) -> Table:
    """Return the state that `encode_state` wrote."""
    return _table_decoder.decode(data)


def encode_event(event: Event) -> tuple[str, int, bytes]:
    """Return the stable name, schema version and canonical JSON of an event."""
    name = _event_names[type(event)]
    return name, VERSIONS.newest(name), _encoder.encode(event)


def decode_event(name: str, version: int, data: bytes | str) -> Event:
    """Return the event of a log row. Raises `ValueError` for a newer version or a name that differs from the data's."""
    event: Event = _event_decoder.decode(VERSIONS.upcast(name, version, data))
    if _event_names[type(event)] != name:
        raise ValueError(f"row says {name}, data says {_event_names[type(event)]}")
    return event


def parse_command(name: str, args: Mapping[str, object]) -> Command:
    """Return the command for a wire name and arguments, strictly typed: "50" is not an amount.

    Raises `Refusal`: `unknown_command`; `bad_seat`, `bad_amount` (S-118) and `bad_count` (S-081) with the bad value;
    `bad_command` for any other argument that does not fit.
    """
    kind = _commands.get(name)
    if kind is None:
        raise Refusal("unknown_command", "", name=name)
    try:
        return msgspec.convert({**args, "command": name}, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise _misfit(name, args, str(error)) from error


_ARGUMENT = re.compile(r"at `\$\.(\w+)")
_KINDS = {
    "seat": ("bad_seat", "S-013"),
    "seats": ("bad_seat", "S-181"),
    "to": ("bad_amount", "S-118"),
    "amount": ("bad_amount", "S-118"),
    "stack": ("bad_amount", "S-118"),
    "buy_in": ("bad_amount", "S-118"),
    "count": ("bad_count", "S-081"),
    "lit": ("bad_count", "S-081"),
}


def _misfit(name: str, args: Mapping[str, object], detail: str) -> Refusal:
    match = _ARGUMENT.search(detail)
    argument = match[1] if match else ""
    if argument not in _KINDS:
        return Refusal("bad_command", "", name=name, detail=detail)
    code, rule = _KINDS[argument]
    return Refusal(code, rule, value=repr(args.get(argument))[:40], name=name)


def command_name(command: Command) -> str:
    """Return the wire name of a command."""
    return tag(type(command))
