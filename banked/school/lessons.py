"""The lesson of house-banked games: reads its file, plays it through the engine, and prepares it for a room.

A file has `[lesson]`, `[sources]` (how each cited clause is known: "read", "derived", "printed" or "memory") and
`[[exercise]]` tables. Taps are lines as in cases (`banked.rules.case_lines`), in dollars. An exercise has

- id, title; rules: clauses of steps that cite none; plaque: what differs from the usual plaque, in dollars;
- house: settings of the plaque that it needs, decisions: remedies that it needs; elsewhere it is left out;
- boxes: who plays, such as "1 3 4"; is_open; before: lines dealt before it begins; seconds: target for a round;
- step: says (what happens, as a voice reads it), do (lines), room (lines of others, `supervisor_arrives` or `accept`),
  why, rules.
"""

import logging
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from banked.actions import plaque_body
from banked.decisions import decisions_of
from banked.models import BankedSetup
from banked.rules.cards import FACE, FACES
from banked.rules.case_lines import AMOUNTS, LineError, cents, commands
from banked.rules.irregularities import catalogue
from banked.rules.plaque import BankedPlaque
from banked.school.session import BankedSchoolSession
from banked.school.table import after, set_up
from banked.tablet.session import Position
from poker.currency import currency
from poker.formatting import smart_quotes
from poker.refusal import Refusal
from poker.toml_input import TomlError, lines_of_tables, out_of_bounds, parse
from school.lessons.checks import first_mistake
from school.lessons.prepare import LeftOut, NotHere, Prepared, priced
from school.lessons.reader import LessonError
from school.tablet.model import Exercise, Lesson, Move, Step
from tables.models import Table
from web.messages.refusals import refusal

FILES = (Path(__file__).with_name("spanish21.toml"),)
KIND = "banked"
OTHERS = ("supervisor_arrives", "accept")  # moves of a supervisor
MOST_PREPARED = 16  # rooms whose lessons a process keeps in memory
SOURCES = {
    "read": "regulation",
    "derived": "neighboring rule",
    "printed": "several casinos",
    "memory": "to be verified",
}
# What a house decides about the game; limits and chips are those of the lesson.
CHOICES = (
    "decks",
    "match_pays",
    "soft_17",
    "doubles",
    "redouble",
    "rescue",
    "surrender",
    "odd_amounts",
    "suited_678",
    "envy",
)
_log = logging.getLogger(__name__)


class WrittenStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens at the table, with the right taps."""

    says: str
    do: tuple[str, ...] = ()
    room: tuple[str, ...] = ()
    why: str = ""
    rules: tuple[str, ...] = ()


class WrittenExercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One exercise as written."""

    id: str
    title: str
    rules: tuple[str, ...]
    step: tuple[WrittenStep, ...]
    boxes: str = ""
    plaque: dict[str, Any] = {}
    house: dict[str, Any] = {}
    decisions: dict[str, str] = {}
    is_open: bool = True
    before: tuple[str, ...] = ()
    ends: str = ""
    seconds: int = 60
    line: int = 0  # line number in the file


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson without its exercises."""

    key: str
    title: str
    about: str
    text: str
    target: str


class WrittenLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson as written."""

    lesson: Head
    exercise: tuple[WrittenExercise, ...]
    sources: dict[str, Literal["read", "derived", "printed", "memory"]] = {}


class House(msgspec.Struct, frozen=True):
    """What a room decided: its plaque, and its remedies by irregularity."""

    plaque: BankedPlaque = BankedPlaque()
    decisions: dict[str, str] = {}


def read_lesson(text: str) -> WrittenLesson:
    """Return the lesson in a file's text. Raises `LessonError`, with the line where that is known."""
    try:
        data = parse(text)
    except TomlError as error:
        raise LessonError(f"line {error.line}: {error}") from error
    if fault := out_of_bounds(data):
        raise LessonError(fault)
    try:
        lesson = msgspec.convert(data, WrittenLesson)
    except msgspec.ValidationError as error:
        raise LessonError(str(error)) from error
    lines = lines_of_tables(text, "exercise", [exercise.id for exercise in lesson.exercise])
    exercises = tuple(
        msgspec.structs.replace(exercise, line=line)
        for exercise, line in zip(lesson.exercise, lines, strict=True)
    )
    return msgspec.structs.replace(lesson, exercise=exercises)


@cache
def written_lessons() -> tuple[WrittenLesson, ...]:
    """Return the lessons as written."""
    return tuple(read_lesson(path.read_text()) for path in FILES)


def banked_lessons(room_id: int) -> Prepared:
    """Return the lessons of house-banked games as a room teaches them; none in a room without such a table."""
    if not Table.every.filter(room=room_id, kind=Table.Kind.BANKED).exists():
        return Prepared((), ())
    setups = BankedSetup.objects.filter(table__room=room_id, plaque__isnull=False)
    newest = setups.select_related("plaque").order_by("-plaque__published_at").first()
    plaque = plaque_body(newest.plaque) if newest and newest.plaque else BankedPlaque()
    return _prepared(msgspec.json.encode(House(plaque, decisions_of(room_id))), currency().code)


@lru_cache(maxsize=MOST_PREPARED)
def _prepared(house: bytes, _code: str) -> Prepared:
    """Return the lessons of a house, as JSON. The currency is part of the cache key, because texts contain amounts."""
    return prepare(written_lessons(), msgspec.json.decode(house, type=House))


def prepare(lessons: tuple[WrittenLesson, ...], house: House) -> Prepared:
    """Return the lessons as a house teaches them. One that does not hold is left out with the reason, and logged."""
    prepared: list[Lesson] = []
    left_out: list[LeftOut] = []
    for written in lessons:
        exercises: list[Exercise] = []
        for exercise in written.exercise:
            try:
                exercises.append(prepare_exercise(exercise, written.sources, house))
            except NotHere as reason:
                left_out.append(LeftOut(written.lesson.key, exercise.id, str(reason)))
            except LessonError as error:
                _log.exception("The exercise %s is not taught: it does not hold.", exercise.id)
                left_out.append(LeftOut(written.lesson.key, exercise.id, str(error)))
        if exercises:
            prepared.append(_lesson(written.lesson, exercises))
    return Prepared(tuple(prepared), tuple(left_out))


def _lesson(head: Head, exercises: list[Exercise]) -> Lesson:
    return Lesson(
        key=head.key,
        title=smart_quotes(head.title),
        about=smart_quotes(head.about),
        text=smart_quotes(priced(head.text)),
        target=smart_quotes(priced(head.target)),
        exercises=tuple(exercises),
    )


def prepare_exercise(
    written: WrittenExercise, sources: Mapping[str, str], house: House
) -> Exercise:
    """Return an exercise as a house plays it.

    Raises `NotHere` for a house with another setting, `LessonError` if the engine does not play it as written.
    """
    where = f"line {written.line}, {written.id}"
    try:
        _check_house(written, house)
        exercise = _Player(written, sources, _bare(written, house)).played()
        wrong = first_mistake(exercise, BankedSchoolSession)
    except Refusal as error:
        raise LessonError(f"{where}: {refusal(error)}") from error
    except (LessonError, LineError, msgspec.ValidationError) as error:
        raise LessonError(f"{where}: {error}") from error
    if wrong:
        raise LessonError(f"{where}: {wrong}")
    return exercise


def _check_house(written: WrittenExercise, house: House) -> None:
    for name, option in written.house.items():
        current = getattr(house.plaque, name, None)
        options = option if isinstance(option, list) else [option]
        if current not in options:
            raise NotHere(f"the house has {name} = {current}")
    for key, remedy in written.decisions.items():
        if key not in catalogue():
            raise LessonError(f"there is no irregularity {key}")
        decided = catalogue()[key].remedy(house.decisions.get(key, "")).key
        if decided != remedy:
            raise NotHere(f"the house decides {key} = {decided}")


def _bare(written: WrittenExercise, house: House) -> Exercise:
    """Return the exercise without its steps."""
    chosen = {name: getattr(house.plaque, name) for name in CHOICES}
    own = {
        name: cents(str(value)) if name in AMOUNTS else value
        for name, value in written.plaque.items()
    }
    plaque = msgspec.convert({**chosen, **own}, BankedPlaque)
    return Exercise(
        id=written.id,
        title=smart_quotes(priced(written.title)),
        kind=KIND,
        stakes=msgspec.to_builtins(plaque),
        steps=(),
        rules=dict(house.decisions),
        seats={int(box): None for box in written.boxes.split()},
        is_open=written.is_open,
        seconds=written.seconds,
        authority=written.rules,
        ends=smart_quotes(priced(written.ends)),
    )


class _Player:
    """Plays an exercise once and collects its steps for the tablet."""

    def __init__(
        self, written: WrittenExercise, sources: Mapping[str, str], bare: Exercise
    ) -> None:
        self.written = written
        self.sources = sources
        self.exercise = bare
        self.position: Position = set_up(bare, at=0)
        self.rounds = 0
        self.ruled = ""  # the supervisor's ruling, until the next step includes it

    def played(self) -> Exercise:
        """Return the exercise with its steps. Raises `LessonError`, `LineError` or `Refusal`."""
        before = tuple(move for line in self.written.before for move in self._moves(line))
        steps = tuple(self._step(number, step) for number, step in enumerate(self.written.step, 1))
        return msgspec.structs.replace(
            self.exercise,
            before=before,
            steps=steps,
            hands=max(1, self.rounds),
            ends=f"{self.ruled} {self.exercise.ends}".strip(),
            sources=self._sources(),
        )

    def _sources(self) -> dict[str, str]:
        cited = [*self.written.rules, *(rule for step in self.written.step for rule in step.rules)]
        unknown = sorted({rule for rule in cited if rule not in self.sources})
        if unknown:
            raise LessonError(f"[sources] lacks {', '.join(unknown)}")
        return {rule: SOURCES[self.sources[rule]] for rule in cited}

    def _step(self, number: int, step: WrittenStep) -> Step:
        says = smart_quotes(f"{self.ruled} {priced(step.says)}".strip())
        self.ruled = ""
        try:
            taps = tuple(move for line in step.do for move in self._moves(line))
            room = tuple(move for line in step.room for move in self._moves(line))
        except (LessonError, LineError) as error:
            raise LessonError(f"step {number}: {error}") from error
        except Refusal as error:
            raise LessonError(f"step {number}: {refusal(error)}") from error
        if not taps:
            raise LessonError(f"step {number}: it has no taps")
        why = smart_quotes(priced(step.why))
        return Step(says=says, do=taps, room=room, why=why, rules=step.rules)

    def _moves(self, line: str) -> Iterator[Move]:
        """Play a line, and yield its moves."""
        moves = [Move(line)] if line in OTHERS else self._taps(line)
        for move in moves:
            before = self.position.table
            call = before.floor
            self.position = after(self.position, move, exercise=self.exercise, at=0)
            if before.round is not None and self.position.table.round is None:
                self.rounds += 1
            remedy = self.position.table.remedy
            if move.name == "accept" and call is not None and remedy is not None:
                self.ruled = f"Supervisor: {remedy.result}"
            yield move

    def _taps(self, line: str) -> list[Move]:
        return [_tap(command) for command in commands(line, self.position.table)]


def _tap(command: msgspec.Struct) -> Move:
    """Return the tap of a command, with the arguments that its key sends."""
    args = msgspec.to_builtins(command)
    name = str(args.pop("command"))
    if name == "set_bet":
        args.setdefault("what", "bet")
    if name == "card" and args["card"] in FACES:
        args["card"] = FACE
    return Move(name, args)
