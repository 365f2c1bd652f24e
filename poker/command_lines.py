"""Commands as lines of text, used by cases, recorded remedies and people (docs/cases.md)."""

import re
import shlex
from collections.abc import Iterator

import msgspec

from poker import commands as c
from poker.codec import parse_command
from poker.toml_input import out_of_bounds

_NUMBER = "[0-9]{1,15}"
_SEATS = f"(?P<seats>{_NUMBER}(?: {_NUMBER})*)"
_ACT = re.compile(
    rf"{_SEATS} (?P<what>fold|check|call|bet|raise|complete|all_in)(?: (?P<to>{_NUMBER}))?"
)
_DRAW = re.compile(rf"{_SEATS} (?:draw (?P<count>{_NUMBER})|pat)")
# Arguments that are lists even with a single value.
_LISTS = frozenset({"seats", "low", "cards", "acts", "without"})


class LineError(Exception):
    """A line that is not a command; the message gives the reason."""


def commands(line: str) -> Iterator[c.Command]:
    """Yield the commands of a line: "3 raise 20", "4 5 pat", or "award seats=3 pot=1"; '{...}' and '[...]' are JSON."""
    if drew := _DRAW.fullmatch(line.strip()):
        for seat in drew["seats"].split():
            yield c.Draw(int(seat), int(drew["count"] or 0))
        return
    act = _ACT.fullmatch(line.strip())
    if act is None:
        name, *text = _words(line)
        yield parse_command(name, dict(_argument(word) for word in text))
        return
    for seat in act["seats"].split():
        to = {"to": int(act["to"])} if act["to"] else {}
        yield parse_command("act", {"seat": int(seat), "what": act["what"], **to})


def _words(line: str) -> list[str]:
    try:
        text = shlex.split(line)
    except ValueError as error:  # an unclosed quotation mark
        raise LineError(f"{line!r} can't be read: {error}") from error
    if not text:
        raise LineError("an empty line isn't a command")
    return text


def _argument(word: str) -> tuple[str, object]:
    name, equals, value = word.partition("=")
    if not equals:
        raise LineError(f"{word!r} isn't an argument: write name=value")
    if value.startswith(("{", "[")):
        return name, _json(word, value)
    if ":" in value:
        pairs = [pair.partition(":") for pair in value.split(",")]
        if not all(colon for _, colon, _ in pairs):
            raise LineError(f"{word!r} isn't an argument: write name=key:value,key:value")
        return name, {key: _value(text) for key, _, text in pairs}
    if name in _LISTS:
        return name, [_value(item) for item in _items(name, value)]
    return name, _value(value)


def _json(word: str, value: str) -> object:
    try:
        data = msgspec.json.decode(value)
    except msgspec.DecodeError as error:
        raise LineError(f"{word!r} isn't JSON: {error}") from error
    except RecursionError as error:
        raise LineError(f"{word[:40]!r} isn't JSON: its brackets are nested too deep") from error
    if fault := out_of_bounds(data):
        raise LineError(f"{word[:40]!r}: {fault}")
    return data


def _items(name: str, value: str) -> list[str]:
    if name == "cards":
        return [value[i : i + 2] for i in range(0, len(value), 2)]
    return value.split(",") if value else []


def _value(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(f"-?{_NUMBER}", text) else text
