"""Environment variables: read once, and all wrong ones refused together."""

import logging
import re
import sys
from collections.abc import Callable, Collection, Mapping, MutableMapping
from pathlib import Path
from typing import TypeVar

LINE = re.compile(r"(?:export )?([A-Za-z_0-9]+)=(.*)")
ESCAPED = re.compile(r"\\([^rnt])")
TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off")
T = TypeVar("T")


def variables_of(environment: MutableMapping[str, str]) -> Mapping[str, str]:
    """Return the process's variables, and those of the file ENV_FILE that the process lacks.

    systemd reads such a file itself (EnvironmentFile=); a command in a terminal does not. Ends the program with a
    sentence if the file can't be read.
    """
    path = environment.get("ENV_FILE", "")
    if path:
        try:
            file_text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            sys.exit(f"ENV_FILE is {path}, which can't be read: {error}.")
        for name, value in _variables(file_text).items():
            environment.setdefault(name, value)
    return environment


def _variables(file_text: str) -> dict[str, str]:
    """Return the variables of a file with NAME=value on each line; the last value of a name is used."""
    variables = {}
    for line in file_text.splitlines():
        match = LINE.fullmatch(line)
        if match:
            variables[match[1]] = _unquoted(match[2])
        elif line and not line.startswith("#"):
            logging.getLogger(__name__).warning("Invalid line: %s", line)
    return variables


def _unquoted(value: str) -> str:
    """Return a value without its quotes. Between double quotes, a backslash escapes a character."""
    for quote in ("'", '"'):
        if len(value) > 1 and value.startswith(quote) and value.endswith(quote):
            value = value[1:-1]
            if quote == '"':
                value = ESCAPED.sub(r"\1", value)
    return value


class Environment:
    """Reads settings from variables. `refuse_problems` reports all wrong ones with their sentences.

    An empty variable, as in a file with nothing after the sign, is treated as missing.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = variables
        self.defaults: dict[str, str] = {}  # defaults of all variables read, as in the sample file
        self.problems: list[str] = []

    def text(
        self,
        name: str,
        default: str = "",
        *,
        choices: Collection[str] = (),
        can_be_empty: bool = False,
    ) -> str:
        """Return a text, one of `choices` if there are any.

        can_be_empty: an empty variable is a value and is not treated as missing.
        """
        value = self._raw(name, default)
        if value is None:
            return "" if can_be_empty and name in self.variables else default
        if not choices or value in choices:
            return value
        listing = f"one of {', '.join(choice for choice in choices if choice)}"
        return self._refuse(
            name, f"must be empty or {listing}" if "" in choices else f"must be {listing}", default
        )

    def number(self, name: str, default: int, *, least: int = 1, most: int) -> int:
        """Return a whole number from `least` to `most`."""
        value = self._raw(name, str(default))
        if value is None:
            return default
        if value.isascii() and value.isdecimal() and least <= int(value) <= most:
            return int(value)
        return self._refuse(name, f"must be a number from {least} to {most}", default)

    def flag(self, name: str) -> bool:
        """Return whether a setting is on; without a value it is off."""
        value = self._raw(name, "false")
        if value is None or value.lower() in (*TRUE, *FALSE):
            return value is not None and value.lower() in TRUE
        return self._refuse(name, "must be true or false", False)

    def names(self, name: str, default: Collection[str] = ()) -> list[str]:
        """Return a comma-separated list."""
        value = self._raw(name, ",".join(default))
        if value is None:
            return list(default)
        return [part.strip() for part in value.split(",") if part.strip()]

    def parsed(self, name: str, parse: Callable[[str], T], default: str, rule: str) -> T:
        """Return a text converted by `parse`. rule: what the text must be, if `parse` raises an error."""
        value = self._raw(name, default) or default
        try:
            return parse(value)
        except (ValueError, KeyError):
            return self._refuse(name, rule, parse(default))

    def require(self, met: object, sentence: str) -> None:
        """Record a problem with variables that don't go together, unless the condition is met."""
        if not met:
            self.problems.append(sentence)

    def refuse_problems(self) -> None:
        """End the program with one line for each wrong variable, so that all can be corrected at the same time."""
        if self.problems:
            sys.exit("\n".join(self.problems))

    def _raw(self, name: str, default: str) -> str | None:
        self.defaults[name] = default
        return self.variables.get(name, "").strip() or None

    def _refuse(self, name: str, rule: str, default: T) -> T:
        secret = "SECRET" in name or "URL" in name or "TOKEN" in name
        value_text = "" if secret else f", not {self.variables[name].strip()!r}"
        self.problems.append(f"{name} {rule}{value_text}.")
        return default
