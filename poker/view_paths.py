"""Dotted paths into state and view, as cases use them."""

from typing import Any

import msgspec

MISSING = object()  # result of a path that leads nowhere


def plain(value: Any) -> Any:
    """Return plain data with every field of the state, defaults included."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def resolve_path(view: Any, path: str) -> Any:
    """Return the value at a dotted path; `seats.3` is the entry of seat 3, `#` the length of a list."""
    at = view
    for key in path.split("."):
        if isinstance(at, list):
            at = _item(at, key)
        elif isinstance(at, dict):
            at = at.get(key, MISSING)
        else:
            return MISSING
    return at


def _item(items: list[Any], key: str) -> Any:
    if key == "#":
        return len(items)
    if not key.isdigit():
        return MISSING
    for item in items:
        if isinstance(item, dict) and int(key) in (item.get("seat"), item.get("number")):
            return item
    return items[int(key)] if int(key) < len(items) else MISSING
