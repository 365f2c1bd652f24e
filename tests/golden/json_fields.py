"""The fields that JSON has, and the form of a command line: what golden files have one example of."""

import shlex
from collections.abc import Iterator

import msgspec

from poker import commands as c
from poker.logs.codec import tag
from poker.remedies import NO_STEPS
from tests.support.samples import full_sample

SAMPLE_LINE = "x"  # in the example of an event with every field set; it is no command


def json_paths(value: object, at: str = "") -> Iterator[str]:
    """Yield the paths of all fields, also inside others: `.table.seats.name`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{at}.{key}"
            yield from json_paths(inner, f"{at}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from json_paths(inner, at)


def command_lines(value: object) -> Iterator[str]:
    """Yield the command lines of remedy steps that are anywhere in decoded JSON."""
    if isinstance(value, dict):
        lines = value.get("do")
        if isinstance(lines, list):
            yield from (line for line in lines if line != SAMPLE_LINE)
        for inner in value.values():
            yield from command_lines(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from command_lines(inner)


def line_form(line: str) -> str:
    """Return the words of a command line without its values: "move_cards source= count=", "# raise #"."""
    words = [
        "#" if word.isdecimal() else word.partition("=")[0] + "=" * ("=" in word)
        for word in shlex.split(line)
    ]
    return " ".join(words)


def remedy_commands() -> Iterator[c.Command]:
    """Yield an example of each command that may be part of a remedy, with every field set."""
    for kind in c.COMMANDS:
        if kind not in NO_STEPS:
            yield full_sample(kind)


def line_of(command: c.Command) -> str:
    """Return the command line that stands for a command."""
    fields = msgspec.to_builtins(command)
    words = [tag(type(command))]
    for name, value in fields.items():
        if name != type(command).__struct_config__.tag_field:
            text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
            words.append(shlex.quote(f"{name}={text}"))
    return " ".join(words)
