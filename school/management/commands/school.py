"""`manage.py school --list [--json]`: list the lessons, their exercises and their coverage."""

from argparse import ArgumentParser
from collections.abc import Iterator

import msgspec
from django.core.management.base import BaseCommand, CommandError

from school.lessons.coverage import Coverage, LessonLine, coverage
from school.lessons.reader import LessonError, lesson_files


class Command(BaseCommand):
    """List the product's lessons with their exercises, rules and irregularities."""

    help = "Lists lessons and exercises, the rules and irregularities covered, and rows without an exercise."
    requires_migrations_checks = False
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", required=True, help="list the lessons")
        parser.add_argument("--json", action="store_true", help="as JSON")

    def handle(self, *_args: object, json: bool, **_options: object) -> None:
        try:
            covered = coverage(lesson_files())
        except LessonError as error:
            raise CommandError(str(error), returncode=2) from error
        if json:
            self.stdout.write(msgspec.json.format(msgspec.json.encode(covered)).decode())
            return
        for line in _lines(covered):
            self.stdout.write(line)


def _lines(covered: Coverage) -> Iterator[str]:
    for lesson in covered.lessons:
        yield f"{lesson.key}: {lesson.title}, {_size(lesson)}"
        for exercise in lesson.exercises:
            rows = [f"I-{number:03d}" for number in exercise.rows]
            cited = dict.fromkeys([*rows, *exercise.rules])
            house = "".join(f", {name} = {option}" for name, option in exercise.house.items())
            yield f"  {exercise.id}: {exercise.title} ({', '.join(cited)}{house})"
    yield ""
    yield f"{len(covered.lessons)} lessons, {covered.exercises} exercises, {len(covered.rules)} rules cited"
    for line in covered.families:
        yield f"  {line.family}, {line.group}: {line.covered} of {line.rows} irregularities"
    total = len(covered.rows) + len(covered.rows_without)
    yield f"{len(covered.rows)} of {total} irregularities have an exercise"
    for row in covered.rows_without:
        yield f"  without one: I-{row.number:03d} {row.title} ({row.family})"


def _size(lesson: LessonLine) -> str:
    if lesson.ride:
        return f"a check ride of {lesson.ride} hands with {len(lesson.surprises)} surprises"
    count = len(lesson.exercises)
    return f"{count} exercise{'' if count == 1 else 's'}"
