"""`manage.py rollups`: brings the rollups up to date, makes them anew, or says what differs from the logs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from reports.rolling.rebuild import differing, rebuild
from reports.rolling.room import room_roll
from reports.tasks import LATE
from tables.models import Room


class Command(BaseCommand):
    """A line for each room and each thing that differs; exit 1 where something does."""

    help = "Rolls rooms up to now; --check compares with the logs, --rebuild makes everything anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which rooms, and what to do."""
        parser.add_argument("--room", default="", help="one room by its name (all)")
        parser.add_argument("--rebuild", action="store_true", help="make all rows anew")
        parser.add_argument("--check", action="store_true", help="only say what differs")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Rooms with a time of their own are left alone: a simulated year has no logs behind it."""
        rooms = Room.objects.filter(own_time=False)
        if options["room"]:
            rooms = rooms.filter(name=options["room"])
            if not rooms:
                raise CommandError(
                    f"No room “{options['room']}”, or a simulated one with a time of its own."
                )
        wrong = 0
        for room in rooms:
            if options["check"]:
                wrong += self._checked(room)
                continue
            if options["rebuild"]:
                rebuild(room)
            room_roll(room, until=timezone.now() - LATE)
            self.stdout.write(f"{room}: rolled up to now")
        if wrong:
            raise CommandError(f"{wrong} kinds of rows differ; --rebuild makes them anew.")

    def _checked(self, room: Room) -> int:
        found = list(differing(room))
        for line in found:
            self.stdout.write(f"{room}: {line}")
        if not found:
            self.stdout.write(f"{room}: as the logs say")
        return len(found)
