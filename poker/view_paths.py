"""Dotted paths into state and view, as used in cases."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

_INDEX = re.compile(r"[0-9]{1,9}")
MISSING = object()  # result of a path that leads nowhere


def plain(value: object) -> Any:
    """Return plain data with every field of the state, defaults included."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def resolve_path(view: object, path: str) -> Any:
    """Return the plain value at a dotted path; `seats.3` is the entry of seat 3, `#` the length of a list."""
    at = view
    for key in path.split("."):
        if isinstance(at, list | tuple):
            at = _item(at, key)
        elif isinstance(at, dict | msgspec.Struct):
            at = _field(at, key)
        else:
            return MISSING
    return plain(at)


def _field(at: dict[object, object] | msgspec.Struct, key: str) -> object:
    if isinstance(at, msgspec.Struct):
        return getattr(at, key) if key in at.__struct_fields__ else MISSING
    if key in at:
        return at[key]
    return next((value for name, value in at.items() if str(name) == key), MISSING)


def _item(items: Sequence[object], key: str) -> object:
    if key == "#":
        return len(items)
    if not _INDEX.fullmatch(key):
        return MISSING
    index = int(key)
    for item in items:
        if isinstance(item, dict | msgspec.Struct) and index in (
            _field(item, "seat"),
            _field(item, "number"),
        ):
            return item
    return items[index] if index < len(items) else MISSING
