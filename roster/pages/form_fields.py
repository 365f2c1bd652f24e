"""Fields of the roster's forms, and the commands that they become.

The server fills in who sends a command, and what the room knows.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec
from django.http import QueryDict

from poker.logs.codec import tag
from poker.refusal import Refusal
from roster.pages.local_times import HOUR
from roster.rules.crew_commands import CrewCommand
from roster.rules.week_commands import WeekCommand

CommandT = TypeVar("CommandT", bound=msgspec.Struct)
WeekReader = Callable[[QueryDict], WeekCommand]
CrewReader = Callable[[QueryDict], CrewCommand]
MOST_HOURS = 168


def read_number(posted: QueryDict, name: str, what: str, least: int, most: int) -> int:
    """Return a whole number of a form. Raises `Refusal`: `roster_number`."""
    text = posted.get(name, "").strip()
    value = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else -1
    if not least <= value <= most:
        raise Refusal("roster_number", "", what=what, least=least, most=most)
    return value


def read_text(posted: QueryDict, name: str, what: str, longest: int = 200) -> str:
    """Return a text that can't be blank. Raises `Refusal`: `roster_blank`."""
    text = " ".join(posted.get(name, "").split())[:longest]
    if not text:
        raise Refusal("roster_blank", "", what=what)
    return text


def note(posted: QueryDict, name: str = "reason") -> str:
    """Return a text that may be blank."""
    return " ".join(posted.get(name, "").split())[:200]


def convert(kind: type[CommandT], arguments: Mapping[str, object]) -> CommandT:
    """Return a command whose arguments are checked. Raises `Refusal`: `bad_ask`."""
    try:
        return msgspec.convert({**arguments, "ask": tag(kind)}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal("bad_ask", "", name=tag(kind), detail=str(error)[:200]) from error


def posted_command(kind: type[CommandT], posted: QueryDict, *names: str) -> CommandT:
    return convert(kind, {name: posted.get(name, "").strip() for name in names})


def read_hours(posted: QueryDict, name: str, what: str, most: int) -> int:
    """Return the minutes of typed hours such as 7.5. Raises `Refusal`: `roster_hours`."""
    text = posted.get(name, "").strip()
    try:
        minutes = round(float(text) * HOUR)
    except (ValueError, OverflowError):  # "inf" is a number to Python
        minutes = -1
    if not 0 <= minutes <= most:
        raise Refusal("roster_hours", "", what=what, most=most // HOUR)
    return minutes


def unknown_form(name: str) -> Refusal:
    """Return the refusal of a form that no page sends."""
    return Refusal("unknown_ask", "", name=name[:40])
