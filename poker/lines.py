"""A command as one line of text: what cases, recorded remedies and people write (docs/cases.md)."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import msgspec

from poker import commands as c
from poker.codec import parse_command

_ACT = re.compile(
    r"(?P<seats>\d+(?: \d+)*) (?P<what>fold|check|call|bet|raise|complete|all_in)(?: (?P<to>\d+))?"
)
_DRAW = re.compile(r"(?P<seats>\d+(?: \d+)*) (?:draw (?P<count>\d+)|pat)")
_LISTS = frozenset(
    {"seats", "low", "cards", "acts"}
)  # arguments that are lists even when they name one thing


class LineError(Exception):
    """A line that is no command: what is wrong with it."""


def commands(line: str) -> Iterator[c.Command]:
    """The commands of a line: "3 raise 20", "4 5 pat", or "award seats=3 pot=1"; '{...}' and '[...]' are JSON."""
    if drew := _DRAW.fullmatch(line.strip()):
        for seat in drew["seats"].split():
            yield c.Draw(int(seat), int(drew["count"] or 0))
        return
    act = _ACT.fullmatch(line.strip())
    if act is None:
        name, *words = _words(line)
        yield parse_command(name, dict(_argument(word) for word in words))
        return
    for seat in act["seats"].split():
        to = {"to": int(act["to"])} if act["to"] else {}
        yield parse_command("act", {"seat": int(seat), "what": act["what"], **to})


def _words(line: str) -> list[str]:
    try:
        words = shlex.split(line)
    except ValueError as error:  # a quotation that does not end
        raise LineError(f"{line!r} cannot be read: {error}") from error
    if not words:
        raise LineError("an empty line is no command")
    return words


def _argument(word: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals:
        raise LineError(f"{word!r} is no argument: write name=value")
    if value.startswith(("{", "[")):
        try:
            return name, msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            raise LineError(f"{word!r} is no JSON: {error}") from error
    if ":" in value:
        pairs = [pair.partition(":") for pair in value.split(",")]
        if not all(colon for _, colon, _ in pairs):
            raise LineError(f"{word!r} is no argument: write name=key:value,key:value")
        return name, {key: _value(text) for key, _, text in pairs}
    if name in _LISTS:
        return name, [_value(item) for item in _items(name, value)]
    return name, _value(value)


def _items(name: str, value: str) -> list[str]:
    if name == "cards":
        return [value[i : i + 2] for i in range(0, len(value), 2)]
    return value.split(",") if value else []


def _value(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text
