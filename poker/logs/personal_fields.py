"""Personal text in events: declared once, removed from the JSON when stored and restored when read.

A log never changes, so text that may have to be erased (an alias, a note on a player) must not be in it. The JSON
holds a reference instead, `{"~": "…"}`. No text can be mistaken for a reference, because a quotation mark inside a
text is escaped. Player keys (`p17`), money, seats and times stay.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import inspect

from poker.json_types import JsonObject

NAME = "name"  # an alias
NOTE = "note"  # a note on a person
OWNERS = ("player", "trainee")  # the fields that name whose text it is
MARK = "~"
START = '{"~":'  # start of a reference in canonical JSON


@dataclass(frozen=True, slots=True)
class PersonalTypes:
    """The types of a log that have personal text."""

    # The kind of text by field, next to the field of `OWNERS` it belongs to.
    fields: Mapping[type[msgspec.Struct], Mapping[str, str]] = field(default_factory=dict)
    pairs: Mapping[type[msgspec.Struct], str] = field(default_factory=dict)  # lists of (key, alias)

    def plan(self, kind: type[msgspec.Struct]) -> "PersonalFields | None":
        """Return where a type has personal text, None if it has none."""
        return _plan(inspect.type_info(kind), self)


@dataclass(slots=True)
class PersonalFields:
    """Where a type's JSON has personal text."""

    fields: Mapping[str, str] = field(default_factory=dict)  # directly here
    pairs: str = ""  # a list of key and alias
    below: dict[str, "PersonalFields"] = field(default_factory=dict)  # in a nested value or list


@dataclass(slots=True)
class PersonalValue:
    """One personal text: its owner, its kind and its location."""

    player: str
    kind: str
    text: str
    holder: Any
    at: Any

    def put(self, value: object) -> None:
        """Replace the text at this location."""
        self.holder[self.at] = value


def find_personal_values(plan: PersonalFields, value: object) -> list[PersonalValue]:
    """Return the personal texts in a decoded JSON value."""
    personal_values: list[PersonalValue] = []
    _walk(plan, value, personal_values)
    return personal_values


def extract_personal_values(
    events: Sequence[tuple[str, int, bytes]],
    refer: Callable[[Sequence[PersonalValue]], Sequence[str]],
    plans: Mapping[str, PersonalFields],
) -> list[str]:
    """Return the JSON of events with each personal text replaced by a reference.

    refer: returns the references in order. plans: where events have personal text, by event name.
    """
    texts = [data.decode() for _, _, data in events]
    values = {
        index: msgspec.json.decode(data)
        for index, (name, _, data) in enumerate(events)
        if name in plans
    }
    personal_by_event = {
        i: find_personal_values(plans[events[i][0]], value) for i, value in values.items()
    }
    every = [place for some in personal_by_event.values() for place in some]
    if not every:
        return texts
    for place, reference in zip(every, refer(every), strict=True):
        place.put({MARK: reference})
    for index, some in personal_by_event.items():
        if some:
            texts[index] = msgspec.json.encode(values[index]).decode()
    return texts


def _walk(plan: PersonalFields, value: object, personal_values: list[PersonalValue]) -> None:
    if isinstance(value, list):
        for item in value:
            _walk(plan, item, personal_values)
    elif isinstance(value, dict):
        _here(plan, value, personal_values)
        for name in plan.below.keys() & value.keys():
            _walk(plan.below[name], value[name], personal_values)


def _here(plan: PersonalFields, value: JsonObject, personal_values: list[PersonalValue]) -> None:
    for name, kind in plan.fields.items():
        if text := value.get(name):
            owner = next((value[key] for key in OWNERS if key in value), "")
            personal_values.append(PersonalValue(owner, kind, text, value, name))
    for pair in value.get(plan.pairs, ()):
        if pair[1]:
            personal_values.append(PersonalValue(pair[0], NAME, pair[1], pair, 1))


def _plan(kind: inspect.Type, types: PersonalTypes) -> PersonalFields | None:
    if isinstance(kind, inspect.UnionType):
        return next((plan for item in kind.types if (plan := _plan(item, types))), None)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return _plan(kind.item_type, types)
    if not isinstance(kind, inspect.StructType):
        return None
    below = {field.encode_name: plan for field in kind.fields if (plan := _plan(field.type, types))}
    plan = PersonalFields(types.fields.get(kind.cls, {}), types.pairs.get(kind.cls, ""), below)
    return plan if plan.fields or plan.pairs or plan.below else None
