"""The coverage of the lessons: cited rules, practiced irregularities, and irregularities without an exercise."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from poker.irregularities.load import catalogue
from poker.irregularities.model import Irregularity
from rulings.clauses import FAMILIES
from school.lessons.reader import WrittenExercise, WrittenLesson

_RULE = re.compile(r"[SH]-[0-9]+[a-z]?")


class ExerciseLine(msgspec.Struct, frozen=True):
    """An exercise in the listing."""

    id: str
    title: str
    game: str
    rules: tuple[str, ...]  # cited rules
    rows: tuple[int, ...]  # numbers of the irregularities
    steps: int
    hands: int  # generated hands
    house: dict[str, object]  # required house settings, by name


class LessonLine(msgspec.Struct, frozen=True):
    """A lesson in the listing."""

    key: str
    title: str
    games: tuple[str, ...]
    ride: int  # hands of a check ride, 0 for an ordinary lesson
    surprises: tuple[str, ...]
    exercises: tuple[ExerciseLine, ...]


class RowLine(msgspec.Struct, frozen=True):
    """An irregularity in the listing."""

    number: int
    key: str
    title: str
    family: str
    group: str


class FamilyLine(msgspec.Struct, frozen=True):
    """A group of irregularities in one family."""

    family: str
    group: str
    rows: int
    covered: int  # irregularities with an exercise


class Coverage(msgspec.Struct, frozen=True):
    """All lessons and their coverage."""

    lessons: tuple[LessonLine, ...]
    exercises: int
    rules: tuple[str, ...]
    rows: tuple[int, ...]
    families: tuple[FamilyLine, ...]
    rows_without: tuple[RowLine, ...]


def coverage(lessons: Sequence[WrittenLesson]) -> Coverage:
    """Return the coverage of the lessons as written, for all houses."""
    lines = tuple(_lesson(lesson) for lesson in lessons)
    exercises = [exercise for line in lines for exercise in line.exercises]
    covered = {number for exercise in exercises for number in exercise.rows}
    rows = sorted(catalogue().rows.values(), key=lambda row: row.number)
    return Coverage(
        lessons=lines,
        exercises=len(exercises),
        rules=tuple(sorted({rule for line in exercises for rule in line.rules}, key=_in_order)),
        rows=tuple(sorted(covered)),
        families=tuple(_families(rows, covered)),
        rows_without=tuple(_row(row) for row in rows if row.number not in covered),
    )


def _lesson(lesson: WrittenLesson) -> LessonLine:
    ride = lesson.ride
    return LessonLine(
        key=lesson.key,
        title=lesson.title,
        games=lesson.games,
        ride=ride.hands if ride else 0,
        surprises=ride.surprises if ride else (),
        exercises=tuple(_exercise(exercise) for exercise in lesson.exercises),
    )


def _exercise(exercise: WrittenExercise) -> ExerciseLine:
    rows = catalogue().rows
    reported = [step.report.key for step in exercise.step if step.report]
    keys = dict.fromkeys([*exercise.irregularities, *reported])
    cited = [*exercise.rules, *(rule for step in exercise.step for rule in step.rules)]
    return ExerciseLine(
        id=exercise.id,
        title=exercise.title,
        game=str(exercise.stakes["game"]),
        rules=tuple(dict.fromkeys(rule for rule in cited if _RULE.fullmatch(rule))),
        rows=tuple(rows[key].number for key in keys if key in rows),
        steps=len(exercise.step),
        hands=exercise.generate.hands if exercise.generate else 0,
        house=exercise.house,
    )


def _families(rows: Sequence[Irregularity], covered: set[int]) -> Iterator[FamilyLine]:
    groups = dict.fromkeys((_family(row), row.group) for row in rows)
    for family, group in groups:
        mine = [row.number for row in rows if (_family(row), row.group) == (family, group)]
        yield FamilyLine(family, group, len(mine), len(covered.intersection(mine)))


def _row(row: Irregularity) -> RowLine:
    return RowLine(row.number, row.key, row.title, _family(row), row.group)


def _family(row: Irregularity) -> str:
    """Return the family of a row in the rulebook's grouping: "the deal", "stud"."""
    return FAMILIES[row.clause.partition("-")[0]].removeprefix("Rulings: ")


def _in_order(rule: str) -> tuple[str, int, str]:
    kind, _, number = rule.partition("-")
    digits = number.rstrip("abcdefghijklmnopqrstuvwxyz")
    return kind, int(digits), number[len(digits) :]
