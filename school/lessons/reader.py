"""Reads lesson files: TOML with a `[lesson]`, `[stakes.NAME]` tables and `[[exercise]]` tables (docs/lessons.md).

Taps are lines as in cases (docs/cases.md): "3 raise 800" for an act, "name arg=value ..." for any tap. Amounts are in
the smallest unit of the currency.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from poker.json_types import JsonObject
from poker.stakes import Stakes
from poker.table_event import HoldKind
from poker.toml_input import TomlError, line_of_key, lines_of_tables, out_of_bounds, parse

FOLDER = Path(__file__).parent / "toml"
MOST_CHIPS = 10**9
LARGEST = 10_000_000  # bytes of a file
MOST_HANDS = 60  # hands of one generated table


class LessonError(Exception):
    """A lesson that cannot be read, or that the engine does not play as written. The message has the place."""


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity that the dealer reports to the floor."""

    key: str
    facts: JsonObject = {}  # the answers to the tablet's questions
    outcome: str = ""  # id of the decision rule that a house must reach; "" for any
    decision: str = ""  # the supervisor's words if no rule decides


class WrittenHold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why the director holds the table. moves: [seat, table, new seat] of each player who moves."""

    kind: HoldKind
    moves: tuple[tuple[int, str, int], ...] = ()
    waiting: tuple[str, ...] = ()  # tables that the others wait for


class WrittenEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tournament of the table. levels: [small blind, big blind] of each, with a big blind ante.

    The clock is stopped, so that an exercise is the same at any time.
    """

    levels: Annotated[tuple[tuple[int, int], ...], msgspec.Meta(min_length=1)]
    name: str = "Daily"
    minutes: int = 20  # of a level
    level: int = 1
    left: int = 40  # players left
    tables: int = 5
    average: int = 20_000
    hold: WrittenHold | None = None


class EventChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the room changes after the taps of a step. level: 0 for the same; hold: none if it is left out."""

    level: int = 0
    hold: WrittenHold | None = None


class WrittenStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens at the table, with the right taps or a report to the floor."""

    do: tuple[str, ...] = ()
    says: str = ""  # "" for the default sentences of the taps
    report: Report | None = None
    room: tuple[str, ...] = ()  # lines of others after the taps
    event: EventChange | None = None  # what the director or the clock changes after the taps
    why: str = ""
    rules: tuple[str, ...] = ()


class Generated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hands that a seeded table plays."""

    hands: Annotated[int, msgspec.Meta(ge=1, le=MOST_HANDS)]
    seed: int


class WrittenRide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A check ride over the generated tables of its lesson."""

    hands: int  # hands of all tables together
    mistakes: int  # limit of wrong taps
    seconds: int  # limit for an average hand
    every: Annotated[int, msgspec.Meta(ge=1)]  # hands between two surprises
    surprises: tuple[str, ...]  # ids of exercises of any lesson, in order


class WrittenExercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One exercise as written."""

    id: str
    title: str
    rules: tuple[str, ...]
    stakes: JsonObject
    step: tuple[WrittenStep, ...] = ()
    generate: Generated | None = None
    house: JsonObject = {}  # settings that a house must have
    irregularities: tuple[str, ...] = ()  # keys of rows practiced besides the reported ones
    tracking: Literal["actions", "streets"] = "actions"
    chairs: int = 9
    seats: str = "1 2 3 4 5 6 7 8 9"  # in the notation of cases
    button: int = 0
    open: bool = True
    event: WrittenEvent | None = (
        None  # at a tournament table, which plays under the tournament rules
    )
    before: tuple[str, ...] = ()  # lines dealt before the exercise begins
    seconds: int = 100  # target for each hand
    line: int = 0  # line number in the file


class WrittenLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson as written."""

    key: str
    title: str
    about: str
    text: str
    target: str
    order: int  # place in the list
    games: tuple[str, ...] = ()  # families of games toward whose sign-off the lesson counts
    ride: WrittenRide | None = None  # set for a check ride, whose exercises are its tables
    exercises: tuple[WrittenExercise, ...] = ()


def lesson_files(folder: Path = FOLDER) -> tuple[WrittenLesson, ...]:
    """Return all lessons of a folder in order. Raises `LessonError`, which names the file."""
    return read_lessons(sorted(folder.glob("*.toml")))


def read_lessons(paths: Iterable[Path]) -> tuple[WrittenLesson, ...]:
    """Return the lessons of these files in order. Raises `LessonError`, which names the file."""
    lessons = []
    for path in paths:
        try:
            lessons.append(read_lesson(text_of(path)))
        except OSError as error:
            raise LessonError(f"can't read {path}: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise LessonError(f"{path} isn't UTF-8 text") from error
        except LessonError as error:
            raise LessonError(f"{path.name}: {error}") from error
    _check_unique("lessons", (lesson.key for lesson in lessons))
    ids = (exercise.id for lesson in lessons for exercise in lesson.exercises)
    _check_unique("exercises", ids)
    return tuple(sorted(lessons, key=lambda lesson: (lesson.order, lesson.key)))


def text_of(path: Path) -> str:
    """Return the text of a file. Raises `OSError` if it cannot be read or is too large."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(f"it is larger than {LARGEST // 1_000_000} MB")
    return data.decode("utf-8").replace("\r\n", "\n")


def read_lesson(text: str) -> WrittenLesson:
    """Return the lesson in a file's text. Raises `LessonError`."""
    try:
        data = parse(text)
    except TomlError as error:
        where = f"line {error.line}: " if error.line else ""
        raise LessonError(f"{where}{error}") from error
    unknown = set(data) - {"lesson", "stakes", "exercise"}
    if unknown:
        line = min(line_of_key(text, name) for name in unknown)
        raise LessonError(f"line {line}: unknown tables: {', '.join(sorted(unknown))}")
    tables = data.get("exercise", [])
    stakes = data.get("stakes", {})
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise LessonError("`exercise` isn't a list of tables: write [[exercise]] above each")
    if not isinstance(stakes, dict):
        raise LessonError("`stakes` isn't a table: write [stakes.NAME] above its keys")
    lines = lines_of_tables(text, "exercise", [str(table.get("id", "")) for table in tables])
    exercises = tuple(
        _exercise(line, table, stakes) for line, table in zip(lines, tables, strict=True)
    )
    try:
        lesson = msgspec.convert(data.get("lesson", {}), WrittenLesson)
    except msgspec.ValidationError as error:
        raise LessonError(f"[lesson]: {error}") from error
    lesson = msgspec.structs.replace(lesson, exercises=exercises)
    _check_ride(lesson)
    return lesson


def _check_ride(lesson: WrittenLesson) -> None:
    if lesson.ride is None:
        return
    hands = 0
    for table in lesson.exercises:
        if table.generate is None:
            raise LessonError(f"line {table.line}, {table.id}: a table of a ride needs `generate`")
        hands += table.generate.hands
    if hands != lesson.ride.hands:
        raise LessonError(f"[lesson]: the ride has {lesson.ride.hands} hands, its tables {hands}")


def _exercise(line: int, table: JsonObject, named: JsonObject) -> WrittenExercise:
    name = table.get("id", "an exercise without an id")
    fault = out_of_bounds(table)
    if fault:
        raise LessonError(f"line {line}, {name}: {fault}")
    try:
        stakes = _stakes(table.get("stakes"), named)
        return msgspec.convert({**table, "stakes": stakes, "line": line}, WrittenExercise)
    except (msgspec.ValidationError, LookupError) as error:
        raise LessonError(f"line {line}, {name}: {error.args[0]}") from error


def _stakes(entry: object, named: JsonObject) -> JsonObject:
    """Return complete stakes. entry: a name in the file, or a table {like = "NAME", ...}."""
    own = dict(entry) if isinstance(entry, dict) else {"like": entry}
    like = own.pop("like", None)
    base = named.get(str(like)) if like is not None else {}
    if not isinstance(base, dict):
        raise LookupError(f"no [stakes.{like}] in this file")
    merged = {"chips": [100], **base, **own}
    buy_in = {"buy_in_min": min(merged["chips"]), "buy_in_max": MOST_CHIPS}
    whole = {**({} if merged.get("tournament") else buy_in), **merged}
    checked: JsonObject = msgspec.to_builtins(msgspec.convert(whole, Stakes))
    return checked


def _check_unique(what: str, names: Iterable[str]) -> None:
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise LessonError(f"{what} that occur twice: {', '.join(twice)}")
