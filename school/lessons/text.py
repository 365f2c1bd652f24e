"""Writes a lesson as TOML, which managers edit and `read_lesson` reads."""

import json
import re
from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from school.lessons.reader import LessonError, WrittenExercise, WrittenLesson, read_lesson

STAKES = "table"  # name of the plaque in a file
_SHOWN_FIRST = ("key", "title", "about", "text", "target", "order")


def lesson_text(lesson: WrittenLesson) -> str:
    """Return a lesson as TOML. Reading it returns the same lesson, except for the line numbers."""
    return "\n".join(_lines(lesson)) + "\n"


_TITLE = re.compile(r"^[ \t]*title[ \t]*=.*$", re.MULTILINE)


def with_title(text: str, title: str) -> str:
    """Return a lesson's text with another title, and with its comments if possible. Raises `LessonError`."""
    before = read_lesson(text)
    if before.title == title:
        return text
    other = replace(before, title=title)
    changed = _TITLE.sub(lambda _: f"title = {_value(title)}", text, count=1)
    try:
        is_same = read_lesson(changed) == other
    except LessonError:
        is_same = False
    # If the pattern did not match the title's line, write the whole lesson again.
    return changed if is_same else lesson_text(other)


def _lines(lesson: WrittenLesson) -> Iterator[str]:
    yield from _head(lesson)
    plaques: list[Mapping[str, object]] = []
    for exercise in lesson.exercises:
        if exercise.stakes not in plaques:
            plaques.append(exercise.stakes)
    for number, plaque in enumerate(plaques, 1):
        yield from ("", f"[stakes.{_name(number)}]")
        for name, value in plaque.items():
            yield f"{name} = {_value(value)}"
    for exercise in lesson.exercises:
        yield from _exercise(exercise, _name(plaques.index(exercise.stakes) + 1))


def _head(lesson: WrittenLesson) -> Iterator[str]:
    fields = msgspec.to_builtins(lesson)
    yield "[lesson]"
    for name in _SHOWN_FIRST:
        yield f"{name} = {_value(fields[name])}"
    if lesson.games:
        yield f"games = {_value(list(lesson.games))}"
    if lesson.ride is not None:
        yield f"ride = {_value(fields['ride'])}"


def _name(number: int) -> str:
    return STAKES if number == 1 else f"{STAKES}{number}"


def _exercise(exercise: WrittenExercise, stakes: str) -> Iterator[str]:
    default = WrittenExercise(id="", title="", rules=(), stakes={})
    yield from ("", "[[exercise]]")
    yield f"id = {_value(exercise.id)}"
    yield f"title = {_value(exercise.title)}"
    yield f"rules = {_value(list(exercise.rules))}"
    yield f"stakes = {_value(stakes)}"
    fields = msgspec.to_builtins(exercise)
    usual = msgspec.to_builtins(default)
    for name, value in fields.items():
        if name not in ("id", "title", "rules", "stakes", "step", "line") and value != usual[name]:
            yield f"{name} = {_value(value)}"
    for step in fields["step"]:
        yield from ("", "[[exercise.step]]")
        for name, value in step.items():
            if value:
                yield f"{name} = {_value(value)}"


def _value(value: object) -> str:
    """Return a value as TOML. Strings are written as JSON, whose escapes TOML shares."""
    if isinstance(value, Mapping):
        pairs = (
            f"{json.dumps(str(name))} = {_value(item)}"
            for name, item in value.items()
            if item is not None
        )
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace(chr(0x7F), r"\u007f")
