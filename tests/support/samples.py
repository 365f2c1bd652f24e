"""Values of any type of an event, with every field set."""

import types
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from poker.state import Seat, Table

TABLE = Table(name="T1", seats=tuple(Seat(n, player="p1", name="Pebble") for n in range(1, 10)))


def sample_value(kind: Any) -> Any:
    origin = get_origin(kind)
    args = get_args(kind)
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
    if isinstance(kind, type) and issubclass(kind, tuple):  # a named tuple
        return kind(*map(sample_value, get_type_hints(kind).values()))
    return {int: 1, str: "x", bool: True}.get(kind)


def sample_event(kind: type[msgspec.Struct]) -> Any:
    """Return a struct with every field set."""
    if kind is Table:
        return TABLE
    hints = get_type_hints(kind)
    return kind(**{name: sample_value(hints[name]) for name in kind.__struct_fields__})


Struct = TypeVar("Struct", bound=msgspec.Struct)


def full_sample(kind: type[Struct]) -> Struct:
    """Return a struct without any default value, even in nested structs, so that an encoder leaves nothing out."""
    hints = get_type_hints(kind, include_extras=True)
    values: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        first, *others = _choices(hints[field.name])
        values[field.name] = others[0] if others and first == field.default else first
    return kind(**values)


def _choices(kind: object) -> list[object]:
    """Return values of a type: one value, or two of which at most one is a default."""
    origin = get_origin(kind)
    args = get_args(kind)
    if origin in (Required, NotRequired):
        return _choices(args[0])
    if origin is Annotated:
        length = next((meta.min_length for meta in args[1:]), None) or 1
        return ["x" * length, "y" * length] if args[0] is str else _choices(args[0])
    if origin in (Union, types.UnionType):
        return _choices(next(arg for arg in args if arg is not type(None)))
    if origin is Literal:
        return [args[-1], args[0]]
    return _collection(origin, args) if origin else _plain_choices(kind)


def _collection(origin: object, args: tuple[object, ...]) -> list[object]:
    """Return a tuple or a list with one item for each member, or an empty mapping."""
    if origin is dict:
        return [{}]
    members = args[:1] if args[-1] is Ellipsis else args
    items: list[object] = [_choices(member)[0] for member in members]
    return [items if origin is list else tuple(items)]


def _plain_choices(kind: object) -> list[object]:
    """Return values of a class without parameters."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [full_sample(kind)]
    is_named_tuple = isinstance(kind, type) and issubclass(kind, tuple)
    if isinstance(kind, type) and (is_named_tuple or is_typeddict(kind)):
        hints = get_type_hints(kind, include_extras=True)
        values: dict[str, object] = {name: _choices(hint)[0] for name, hint in hints.items()}
        return [kind(**values)]
    values_by_type: dict[object, list[object]] = {int: [7, 8], str: ["x", "y"], bool: [True, False]}
    return values_by_type.get(kind, [None])
