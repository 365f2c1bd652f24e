"""What of an event is about a person: declared once, and taken out of its JSON or put back in.

A log is never changed, so what may have to be forgotten one day must not be in it: an alias, and what was said of one
player. In its place stands a reference, `{"~": "…"}`. No text can be mistaken for one, for within a text a quote has
its backslash. Keys of players (`p17`), money, seats and times stay.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import inspect

from poker.events import EVENTS
from poker.events.table import SeatsDrawn, SeatTaken
from poker.lineup.events import TELLS as LINEUP
from poker.state import Lock, Seat
from poker.waiting.drawing import Drawn
from poker.waiting.events import TELLS as LISTS
from poker.waiting.events import MustMoved
from poker.waiting.state import Declined, Waiting

NAME, NOTE = "name", "note"  # an alias; what was said of a player
# Beside the `player` whose they are.
FIELDS: Mapping[type[msgspec.Struct], Mapping[str, str]] = {
    Seat: {"name": NAME},
    Lock: {"name": NAME, "reason": NOTE},
    SeatTaken: {"name": NAME, "said": NOTE},
    Waiting: {"name": NAME},
    Drawn: {"name": NAME},
    MustMoved: {"name": NAME, "reason": NOTE},
    Declined: {"name": NAME, "reason": NOTE},
}
PAIRS: Mapping[type[msgspec.Struct], str] = {SeatsDrawn: "players"}  # of key and alias
MARK = "~"
START = '{"~":'  # how a reference begins in canonical JSON


@dataclass(slots=True)
class Plan:
    """Where in the JSON of a type something of a person is. fields: here; pairs: a list of key and alias; below: in
    what stands in it, a list or one.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    pairs: str = ""
    below: dict[str, "Plan"] = field(default_factory=dict)


@dataclass(slots=True)
class Place:
    """One value that is about a person: whose, what it is, and where it stands."""

    player: str
    kind: str
    text: str
    holder: Any
    at: Any

    def put(self, value: object) -> None:
        """Something else stands there from now on."""
        self.holder[self.at] = value


def places(plan: Plan, value: Any) -> list[Place]:
    """What of a JSON value, as Python has it, is about a person."""
    found: list[Place] = []
    _walk(plan, value, found)
    return found


def outside(
    events: Sequence[tuple[str, int, bytes]], refer: Callable[[Sequence[Place]], Sequence[str]]
) -> list[str]:
    """The JSON of events with a reference wherever something of a person was. refer: the references, in order."""
    texts = [data.decode() for _, _, data in events]
    values = {
        index: msgspec.json.decode(data)
        for index, (name, _, data) in enumerate(events)
        if name in EVENT_PLANS
    }
    found = {i: places(EVENT_PLANS[events[i][0]], value) for i, value in values.items()}
    every = [place for some in found.values() for place in some]
    if not every:
        return texts
    for place, reference in zip(every, refer(every), strict=True):
        place.put({MARK: reference})
    for index, some in found.items():
        if some:
            texts[index] = msgspec.json.encode(values[index]).decode()
    return texts


def plan_of(kind: type[msgspec.Struct]) -> Plan | None:
    """Where a type has something of a person; None where it has nothing."""
    return _plan(inspect.type_info(kind))


def _walk(plan: Plan, value: Any, found: list[Place]) -> None:
    if isinstance(value, list):
        for one in value:
            _walk(plan, one, found)
    elif isinstance(value, dict):
        _here(plan, value, found)
        for name in plan.below.keys() & value.keys():
            _walk(plan.below[name], value[name], found)


def _here(plan: Plan, value: dict[str, Any], found: list[Place]) -> None:
    for name, kind in plan.fields.items():
        if text := value.get(name):
            found.append(Place(value.get("player", ""), kind, text, value, name))
    for pair in value.get(plan.pairs, ()):
        if pair[1]:
            found.append(Place(pair[0], NAME, pair[1], pair, 1))


def _plan(kind: inspect.Type) -> Plan | None:
    if isinstance(kind, inspect.UnionType):
        return next((plan for one in kind.types if (plan := _plan(one))), None)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return _plan(kind.item_type)
    if not isinstance(kind, inspect.StructType):
        return None
    below = {one.encode_name: plan for one in kind.fields if (plan := _plan(one.type))}
    plan = Plan(FIELDS.get(kind.cls, {}), PAIRS.get(kind.cls, ""), below)
    return plan if plan.fields or plan.pairs or plan.below else None


EVENT_PLANS: Mapping[str, Plan] = {
    str(kind.__struct_config__.tag): plan
    for kind in (*EVENTS, *LISTS, *LINEUP)
    if (plan := plan_of(kind))
}
