"""`manage.py check_lessons [PATH...] [--room NAME]`: play lessons under the rules of a house (docs/lessons.md)."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone
from msgspec.structs import replace

from poker.rules import HouseRules
from school.lessons.checks import Checked, check_lessons
from school.lessons.reader import LessonError, WrittenLesson, lesson_files, read_lessons
from staff.models import Room
from tables.effective_rules import rules_of_room

# Exit codes.
FAILED = 1
UNREADABLE = 2
GUIDES = "the guides' rules"


class Command(BaseCommand):
    """Play lessons through the engine under the guides' rules and under each room's current rulebook.

    Prints a line for each exercise as soon as it is played: `ok`, `left out` with the setting, or the contradiction
    with its line number. Exits with status 1 if an exercise contradicts a house, and with 2 if a path, a file or a
    room cannot be read.
    """

    help = "Plays lessons under each room's rules: ok, left out, or what does not hold (docs/lessons.md)."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "paths",
            nargs="*",
            type=Path,
            metavar="PATH",
            help="files, or folders with .toml files; without any, the lessons of Floorbook",
        )
        parser.add_argument("--room", default="", help="only under the rulebook of this room")

    def handle(self, *_args: object, paths: list[Path], room: str, **_options: object) -> None:
        lessons = _lessons(paths)
        ours = lesson_files() if paths else ()
        played: dict[HouseRules, list[Checked]] = {}
        status = 0
        for name, house in _houses(room):
            self.stdout.write(f"Under {name}:")
            counts = dict.fromkeys(("ok", "left_out", "contradiction"), 0)
            plain = replace(house, version=1, book="")
            for checked in _results(lessons, ours, plain, played):
                counts[checked.result] += 1
                self.stdout.write(f"{checked.exercise}: {checked.text}")
                self.stdout.flush()
            status = FAILED if counts["contradiction"] else status
            self.stderr.write(
                f"Under {name}: {counts['ok']} hold, {counts['left_out']} left out,"
                f" {counts['contradiction']} do not hold"
            )
        if status:
            raise SystemExit(status)


def _results(
    lessons: Sequence[WrittenLesson],
    ours: Sequence[WrittenLesson],
    house: HouseRules,
    played: dict[HouseRules, list[Checked]],
) -> Iterator[Checked]:
    """Yield the results under a house, from `played` if a house with the same settings was played before.

    ours: the product's lessons, which contain surprises of check rides.
    """
    if house in played:
        yield from played[house]
        return
    results = []
    for checked in check_lessons(lessons, house, ours):
        results.append(checked)
        yield checked
    played[house] = results


def _lessons(paths: Sequence[Path]) -> tuple[WrittenLesson, ...]:
    """Return the lessons of files and folders. Raises `CommandError` with status 2 if one cannot be read."""
    try:
        return read_lessons(_files(paths)) if paths else lesson_files()
    except LessonError as error:
        raise CommandError(str(error), returncode=UNREADABLE) from error


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not files:
            raise CommandError(f"{path} has no .toml file.", returncode=UNREADABLE)
        yield from files


def _houses(room: str) -> Iterator[tuple[str, HouseRules]]:
    """Yield the rules of each house with a name. Raises `CommandError` with status 2 for an unknown room."""
    if not room:
        yield GUIDES, HouseRules()
    try:
        rooms = list(Room.objects.order_by("name"))
    except DatabaseError as error:
        text = f"can't read the rooms: {error}"
        raise CommandError(text, returncode=UNREADABLE) from error
    names = [known.name for known in rooms]
    if room and room not in names:
        listing = ", ".join(names) or "none"
        raise CommandError(f"There is no room {room}. Rooms: {listing}.", returncode=UNREADABLE)
    for known in rooms:
        if room in ("", known.name):
            yield f"the rules of {known.name}", rules_of_room(room_id=known.id, now=timezone.now())
