"""Values of any type of an event, with every field set."""

import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from poker.state import Seat, Table

TABLE = Table(name="T1", seats=tuple(Seat(n, player="p1", name="Pebble") for n in range(1, 10)))


def sample_value(kind: Any) -> Any:
    """Return a value of a type."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return sample_value(next(arg for arg in args if arg is not type(None)))
    if origin is Literal:
        return args[0]
    if origin is tuple:
        return (sample_value(args[0]),) if args[-1] is Ellipsis else tuple(map(sample_value, args))
    if origin is dict:
        return {}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return sample_event(kind)
    return {int: 1, str: "x", bool: True}.get(kind)


def sample_event(kind: type[msgspec.Struct]) -> Any:
    """Return a struct with every field set."""
    if kind is Table:
        return TABLE
    hints = get_type_hints(kind)
    return kind(**{name: sample_value(hints[name]) for name in kind.__struct_fields__})
