"""`manage.py simulate_year`: a year of figures in a separate room, for looking at and measuring reports."""

from argparse import ArgumentParser
from datetime import date, timedelta
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from reports.archive.archiving import room_archive_reports
from reports.models import RollupProgress
from staff.models import Room
from staff.time_zone import load_time_zone
from tools.simulation.room_setup import room_create
from tools.simulation.year import CREWS, Year

ROOM = "Simulated year"
STORED = timedelta(days=3)  # reports are archived this far back from the end


class Command(BaseCommand):
    """Write the rows and print their number."""

    help = "Writes a year of report figures, without logs, into a new or empty room."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add size, duration and seed."""
        parser.add_argument("--tables", type=int, default=80, help="1 to 600 (80)")
        parser.add_argument("--days", type=int, default=365, help="1 to 3650 (365)")
        parser.add_argument("--seed", default="1", help="same seed, same year (1)")
        parser.add_argument("--room", default=ROOM, help=f"a new or empty room ({ROOM})")
        parser.add_argument("--until", default="", help="the last day, as 2026-11-21 (yesterday)")

    def handle(self, *_args: object, **options: Any) -> None:
        """Write all of it or nothing."""
        load_time_zone()
        tables, days = options["tables"], options["days"]
        if not 1 <= tables <= 600 or not 1 <= days <= 3650:
            raise CommandError("Use 1 to 600 tables and 1 to 3650 days.")
        last = _day(options["until"])
        began = perf_counter()
        with transaction.atomic():
            room, _ = Room.objects.get_or_create(name=options["room"])
            if room.tables.exists():
                raise CommandError(
                    f"“{room.name}” already has tables: use a new or empty room (--room)."
                )
            # The rows have no log, so the task skips such a room, and so does a rebuild.
            room.own_time = True
            room.save(update_fields=["own_time"])
            house = room_create(
                room=room, tables=tables, now=timezone.now(), sign_in=False, crews=CREWS
            )
            year = Year(house, options["seed"])
            counts = year.write(last - timedelta(days=days - 1), days)
            counts["stored reports"] = _store(room, year.calendar.ends(last))
        for name, count in counts.items():
            self.stdout.write(f"  {name}: {count}")
        self.stdout.write(
            f"{days} days until {last} in room {room.pk}, {perf_counter() - began:.0f} s"
        )


def _store(room: Room, ends: int) -> int:
    """Archive the reports of the last days, as the task does: something to open and to close."""
    now = timezone.now()
    RollupProgress.objects.update_or_create(
        room=room, defaults={"until": min(ends, int(now.timestamp()))}
    )
    return room_archive_reports(room, now=now, window=STORED, most=100)


def _day(text: str) -> date:
    if not text:
        return timezone.localdate() - timedelta(days=1)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"“{text}” isn't a date. Write it as 2026-11-21.") from error
