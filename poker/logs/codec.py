"""Serialize the state, events and commands of a log, the same way for all logs. No other module knows the format."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Generic, TypeVar, Union

import msgspec

from poker.logs.personal_fields import PersonalFields, PersonalTypes
from poker.logs.versions import EventVersions, Upcasters
from poker.refusal import Refusal

State = TypeVar("State", bound=msgspec.Struct)
CommandT = TypeVar("CommandT", bound=msgspec.Struct)
EventT = TypeVar("EventT", bound=msgspec.Struct)
# The stable name, schema version and canonical JSON of an event.
EncodedEvent = tuple[str, int, bytes]

_encoder = msgspec.json.Encoder(order="sorted")
_ARGUMENT = re.compile(r"at `\$\.(\w+)")
_LONGEST_NAME = 40  # characters of an unknown command's name in its refusal
_LONGEST_DETAIL = 200


def tag(kind: type[msgspec.Struct]) -> str:
    """Return the stable name of a command or event type."""
    return str(kind.__struct_config__.tag)


class Codec(Generic[State, CommandT, EventT]):
    """The format of one kind of log."""

    def __init__(
        self,
        *,
        empty: State,
        commands: tuple[type[CommandT], ...],
        events: tuple[type[EventT], ...],
        upcasters: Upcasters,
        unknown: str = "unknown_ask",
        misfit: str = "bad_ask",
        arguments: Mapping[str, tuple[str, str]] | None = None,
        personal: PersonalTypes | None = None,
    ) -> None:
        """Register the commands and events by their tags.

        empty: the state of a log without events. upcasters: convert events of earlier releases. unknown, misfit:
        refusal codes of an unknown command, and of arguments that do not fit. arguments: code and rule of the refusal,
        for arguments with their own. personal: the types with text about people.
        """
        self.empty = empty
        self.versions = EventVersions(upcasters)
        self._commands = {tag(kind): kind for kind in commands}
        self._names = {kind: tag(kind) for kind in events}
        self._states = msgspec.json.Decoder(type(empty))
        self._events: msgspec.json.Decoder[EventT] = msgspec.json.Decoder(Union[events])  # noqa: UP007 - of a tuple
        self._unknown = unknown
        self._misfit = misfit
        self._arguments = arguments or {}
        self._personal = personal or PersonalTypes()

    @property
    def refusal_codes(self) -> set[str]:
        """Return the codes of all refusals that `parse_command` raises."""
        return {self._unknown, self._misfit, *(code for code, _ in self._arguments.values())}

    @cached_property
    def event_plans(self) -> Mapping[str, PersonalFields]:
        """Return where events have personal text, by event name."""
        plans = {name: self._personal.plan(kind) for kind, name in self._names.items()}
        return {name: plan for name, plan in plans.items() if plan is not None}

    @cached_property
    def state_plan(self) -> PersonalFields | None:
        """Return where a state has personal text; None if it has none."""
        return self._personal.plan(type(self.empty))

    def encode_state(self, state: State) -> bytes:
        """Return a state as canonical JSON."""
        return _encoder.encode(state)

    def decode_state(self, data: bytes) -> State:
        """Return the state that `encode_state` wrote; no bytes mean a log without events."""
        return self._states.decode(data) if data else self.empty

    def encode_event(self, event: EventT) -> EncodedEvent:
        """Return the stable name, schema version and canonical JSON of an event."""
        name = self._names[type(event)]
        return name, self.versions.newest(name), _encoder.encode(event)

    def decode_event(self, name: str, version: int, data: bytes | str) -> EventT:
        """Return the event of a log row.

        Raises `ValueError` for a newer version or a name that differs from the one in the data.
        """
        event: EventT = self._events.decode(self.versions.upcast(name, version, data))
        if self._names[type(event)] != name:
            raise ValueError(f"row says {name}, data says {self._names[type(event)]}")
        return event

    def parse_command(self, name: str, args: Mapping[str, object]) -> CommandT:
        """Return the command for a wire name and arguments, strictly typed: "50" is not an amount.

        Raises `Refusal` with the log's codes for an unknown command and for arguments that do not fit.
        """
        kind = self._commands.get(name)
        if kind is None:
            raise Refusal(self._unknown, "", name=name[:_LONGEST_NAME])
        field = str(kind.__struct_config__.tag_field)
        try:
            return msgspec.convert({**args, field: name}, kind, str_keys=True)
        except msgspec.ValidationError as error:
            raise self._refusal_of_arguments(name, args, str(error)) from error

    def _refusal_of_arguments(self, name: str, args: Mapping[str, object], detail: str) -> Refusal:
        match = _ARGUMENT.search(detail)
        argument = match[1] if match else ""
        if argument not in self._arguments:
            return Refusal(self._misfit, "", name=name, detail=detail[:_LONGEST_DETAIL])
        code, rule = self._arguments[argument]
        return Refusal(code, rule, value=repr(args.get(argument))[:40], name=name)
