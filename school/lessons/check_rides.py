"""Check rides: hands of generated tables with surprises between them. Every trainee gets the same."""

from collections.abc import Iterator, Sequence

import msgspec

from poker.cases import CaseError, seats_of
from school.lessons.reader import (
    Generated,
    LessonError,
    WrittenExercise,
    WrittenLesson,
    WrittenRide,
)
from school.tablet.model import Exercise

SEEDS = 1_000  # seeds reserved for the parts of one table


def planned(lesson: WrittenLesson, lessons: Sequence[WrittenLesson]) -> Iterator[WrittenExercise]:
    """Yield a lesson's exercises. For a check ride, yield the parts of its tables with surprises between them.

    lessons: those that contain the surprises. Raises `LessonError` for an unknown surprise and for invalid seats.
    """
    if lesson.ride is None:
        yield from lesson.exercises
        return
    parts = [part for table in lesson.exercises for part in _parts(table, lesson.ride)]
    surprises = list(_surprises(lesson, lesson.ride, lessons))
    for number, part in enumerate(parts):
        yield part
        yield from surprises[
            number * len(surprises) // len(parts) : (number + 1) * len(surprises) // len(parts)
        ]


def is_table(exercise: Exercise, lesson: WrittenLesson) -> bool:
    """Return whether an exercise of a ride is part of a table, not a surprise."""
    return any(exercise.id.startswith(f"{table.id}_") for table in lesson.exercises)


def _parts(table: WrittenExercise, ride: WrittenRide) -> Iterator[WrittenExercise]:
    """Yield a table in parts of as many hands as lie between two surprises. The button moves from part to part."""
    generate = table.generate
    if generate is None:
        return
    seats = _seats(table)
    button_at = seats.index(table.button) if table.button else 0
    for number, first in enumerate(range(0, generate.hands, ride.every), 1):
        hands = min(ride.every, generate.hands - first)
        button = seats[(button_at + first) % len(seats)] if table.button else 0
        yield msgspec.structs.replace(
            table,
            id=f"{table.id}_{number}",
            title=f"{table.title}, hands {first + 1} to {first + hands}",
            button=button,
            generate=Generated(hands, generate.seed * SEEDS + number),
        )


def _seats(table: WrittenExercise) -> list[int]:
    try:
        seats = list(seats_of(table.seats))
    except CaseError as error:
        raise LessonError(f"line {table.line}, {table.id}: {error}") from error
    if table.button and table.button not in seats:
        raise LessonError(
            f"line {table.line}, {table.id}: no one sits at the button, seat {table.button}"
        )
    return seats


def _surprises(
    lesson: WrittenLesson, ride: WrittenRide, lessons: Sequence[WrittenLesson]
) -> Iterator[WrittenExercise]:
    known = {
        exercise.id: exercise
        for other in lessons
        if other.ride is None
        for exercise in other.exercises
    }
    for name in ride.surprises:
        if name not in known:
            raise LessonError(f"no exercise {name} for the ride {lesson.key}")
        yield msgspec.structs.replace(known[name], id=f"{lesson.key}.{name}")
