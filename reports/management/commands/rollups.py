"""`manage.py rollups`: refreshes the rollups, rebuilds them, or reports how they differ from the logs."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from reports.rollups.rebuild import find_mismatches, rebuild
from reports.rollups.room import room_roll_up
from reports.tasks import LAG
from staff.models import Room
from staff.time_zone import load_time_zone


class Command(BaseCommand):
    """Print one line per room and mismatch; exit with 1 if there is a mismatch."""

    help = "Updates report figures; --check compares with the logs, --rebuild rebuilds everything."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--room", default="", help="one room by name (default: all)")
        parser.add_argument("--rebuild", action="store_true", help="rebuild all rows")
        parser.add_argument("--check", action="store_true", help="only report differences")

    def handle(self, *_args: object, **options: object) -> None:
        """Run the command. Rooms with their own clock are skipped, because their night is not over."""
        load_time_zone()
        rooms = Room.objects.filter(own_time=False)
        if options["room"]:
            rooms = rooms.filter(name=options["room"])
            if not rooms:
                raise CommandError(
                    f"No room “{options['room']}”, or it's a simulated room with its own clock."
                )
        wrong = 0
        for room in rooms:
            if options["check"]:
                wrong += self._checked(room)
                continue
            if options["rebuild"]:
                rebuild(room)
            room_roll_up(room, until=timezone.now() - LAG)
            self.stdout.write(f"{room}: up to date")
        if wrong:
            raise CommandError(f"{wrong} kinds of rows differ; use --rebuild.")

    def _checked(self, room: Room) -> int:
        mismatches = list(find_mismatches(room))
        for line in mismatches:
            self.stdout.write(f"{room}: {line}")
        if not mismatches:
            self.stdout.write(f"{room}: matches the logs")
        return len(mismatches)
