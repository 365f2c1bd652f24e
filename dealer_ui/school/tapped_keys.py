"""The keys that taps are made with, by the words that the tablet writes on them."""

from collections.abc import Iterator

import msgspec

from dealer_ui.school.model import Move
from dealer_ui.screen.model import Key, Screen


def key_text(screen: Screen, move: Move) -> str:
    """Return the words on the key that sends a tap, with its seat: "LOW 5"; "" if no key on the screen does."""
    for key in _keys(screen):
        action = key.do
        if action is None or action.send != move.name or action.args != move.args:
            continue
        words = " ".join(key.text.split())
        seat = move.args.get("seat")
        if not words or words == str(seat):
            return ""  # a number alone is no name
        return f"{words} {seat}" if seat else words
    return ""


def _keys(part: object) -> Iterator[Key]:
    """Yield the keys of a part of the screen, in the order of its fields."""
    if isinstance(part, Key):
        yield part
    elif isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            yield from _keys(getattr(part, name))
    elif isinstance(part, list):
        for element in part:
            yield from _keys(element)
    elif isinstance(part, dict):
        yield from _keys(list(part.values()))
