"""Load the rulebook's files. Anything that the engine does not support is rejected with a message."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from poker.rules import HouseRules
from rulings.rulebook.model import (
    SOURCE_NAMES,
    Chapter,
    Note,
    Preset,
    Rulebook,
    Setting,
    Source,
    Value,
)

FOLDER = Path(__file__).parent
PRESETS = "presets.toml"
NOT_SETTINGS = {"version", "book"}  # fields that identify the rulebook


class BookError(Exception):
    """An invalid rulebook file; the message has the file and the error."""


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """Return the rulebook of this version of Floorbook."""
    return load(FOLDER)


def load(folder: Path) -> Rulebook:
    """Load the rulebook of a folder. Raises `BookError`."""
    files = sorted(
        (path for path in folder.glob("*.toml") if path.name != PRESETS),
        key=lambda path: (len(path.name.partition("_")[0]), path.name),
    )
    chapters = tuple(_chapter(path) for path in files)
    book = Rulebook(chapters)
    for problem in _problems(book):
        raise BookError(problem)
    presets_file = folder / PRESETS
    presets = _read(presets_file, tuple[Preset, ...], "preset") if presets_file.exists() else ()
    book = Rulebook(chapters, presets)
    for problem in _preset_problems(book):
        raise BookError(f"{PRESETS}: {problem}")
    return book


def _chapter(path: Path) -> Chapter:
    chapter: Chapter = _read(path, Chapter, "")
    return chapter


def _read(path: Path, kind: object, table: str) -> Any:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(data[table] if table else data, kind)
    except tomllib.TOMLDecodeError as error:
        raise BookError(f"{path.name} is not TOML: {error}.") from error
    except KeyError as error:
        raise BookError(f"{path.name} has no table named {error}.") from error
    except msgspec.ValidationError as error:
        raise BookError(f"{path.name} doesn't match the format: {error}.") from error


def choices() -> dict[str, tuple[Value, ...]]:
    """Return every field of `HouseRules` that is a setting, with the values the engine accepts."""
    choices_by_field: dict[str, tuple[Value, ...]] = {}
    for name, hint in get_type_hints(HouseRules).items():
        if name in NOT_SETTINGS or name.startswith("__"):
            continue
        choices_by_field[name] = get_args(hint) if get_origin(hint) is Literal else (True, False)
    return choices_by_field


def _problems(book: Rulebook) -> Iterator[str]:
    known_choices = choices()
    guides = HouseRules()
    for chapter in book.chapters:
        for item in chapter.items:
            if not _cites(chapter, item.clause):
                yield f"Clause {item.clause} is in a chapter whose clauses are {chapter.code}-1, 2 and so on."
        for setting in chapter.setting:
            yield from _setting_problems(setting, known_choices, guides)
        for note in chapter.note:
            yield from _note_problems(note)
    clauses = Counter(item.clause for item in book.items())
    yield from (f"Clause {clause} occurs {n} times." for clause, n in clauses.items() if n > 1)
    fields = Counter(setting.field for setting in book.settings())
    for field in known_choices:
        if fields[field] != 1:
            yield f"The engine's setting {field} is in the rulebook {fields[field]} times, not once."


def _cites(chapter: Chapter, clause: str) -> bool:
    code, _, number = clause.rpartition("-")
    return code == chapter.code and number.isdecimal() and number[0] != "0"


def _note_problems(note: Note) -> Iterator[str]:
    for way in note.way:
        if not _sourced(way.sources):
            yield f"Clause {note.clause}, {way.title!r}: its source is missing or unknown."


def _sourced(sources: tuple[Source, ...]) -> bool:
    return bool(sources) and all(source.key in SOURCE_NAMES for source in sources)


def _setting_problems(
    setting: Setting, known_choices: dict[str, tuple[Value, ...]], guides: HouseRules
) -> Iterator[str]:
    clause = setting.clause
    if setting.field not in known_choices:
        yield f"Clause {clause} names the setting {setting.field}, which the engine doesn't have."
        return
    yield from _option_problems(setting, known_choices[setting.field])
    guide = getattr(guides, setting.field)
    if not _among(setting.default, (guide,)):
        yield f"Clause {clause} has the default {setting.default!r}; the engine's is different."


def _option_problems(setting: Setting, items: tuple[Value, ...]) -> Iterator[str]:
    clause = setting.clause
    values = [option.value for option in setting.option]
    for value in values:
        if not _among(value, items) or values.count(value) > 1:
            yield f"Clause {clause} has the option {value!r} twice, or the engine doesn't have it."
    for value in items:
        if not _among(value, values):
            yield f"Clause {clause} is missing the engine's option {value!r}."
    for option in setting.option:
        if not _sourced(option.sources):
            yield f"Clause {clause}, {option.title!r}: its source is missing or unknown."


def _among(value: Value, values: Iterable[object]) -> bool:
    return any(value == item and type(value) is type(item) for item in values)


def _preset_problems(book: Rulebook) -> Iterator[str]:
    for preset in book.presets:
        for clause, value in preset.settings.items():
            setting = book.by_clause(clause)
            if setting is None:
                yield f"{preset.title} names the clause {clause}, which isn't in the rulebook."
            elif setting.option_of(value) is None:
                yield f"{preset.title} gives clause {clause} the value {value!r}, which isn't an option."
