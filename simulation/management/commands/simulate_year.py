"""`manage.py simulate_year`: a year of figures in a room of its own, for reports to be looked at and measured."""

from argparse import ArgumentParser
from datetime import date, timedelta
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from reports.models import Rolled
from reports.stored.keeping import room_keep
from simulation.house import house_make
from simulation.year import CREWS, Year
from tables.models import Room

ROOM = "Simulated year"
STORED = timedelta(days=3)  # before the end: so far back reports are stored


class Command(BaseCommand):
    """Write the rows and say how many."""

    help = "Writes a year of rollups, without logs, into a room that is new or empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How big, how long, which year."""
        parser.add_argument("--tables", type=int, default=80, help="1 to 600 (80)")
        parser.add_argument("--days", type=int, default=365, help="1 to 3650 (365)")
        parser.add_argument("--seed", default="1", help="the same seed is the same year (1)")
        parser.add_argument("--room", default=ROOM, help=f"a new or empty room ({ROOM})")
        parser.add_argument("--until", default="", help="the last day, as 2026-11-21 (yesterday)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """All of it or nothing."""
        tables, days = options["tables"], options["days"]
        if not 1 <= tables <= 600 or not 1 <= days <= 3650:
            raise CommandError("A year has 1 to 600 tables and 1 to 3650 days.")
        last = _day(options["until"])
        began = perf_counter()
        with transaction.atomic():
            room, _ = Room.objects.get_or_create(name=options["room"])
            if room.tables.exists():
                raise CommandError(
                    f"“{room.name}” has tables already: a year needs a new or empty room (--room)."
                )
            # Its rows have no log behind them: the job leaves such a room alone, and so does a rebuild.
            room.own_time = True
            room.save(update_fields=["own_time"])
            house = house_make(
                room=room, tables=tables, now=timezone.now(), sign_in=False, crews=CREWS
            )
            year = Year(house, options["seed"])
            made = year.write(last - timedelta(days=days - 1), days)
            made["stored reports"] = _store(room, year.calendar.ends(last))
        for name, count in made.items():
            self.stdout.write(f"  {name}: {count}")
        self.stdout.write(
            f"{days} days until {last} in room {room.pk}, {perf_counter() - began:.0f} s"
        )


def _store(room: Room, ends: int) -> int:
    """The reports of its last days are stored, as the job does it: something to open and to close."""
    now = timezone.now()
    Rolled.objects.update_or_create(room=room, defaults={"until": min(ends, int(now.timestamp()))})
    return room_keep(room, now=now, window=STORED, most=100)


def _day(text: str) -> date:
    if not text:
        return timezone.localdate() - timedelta(days=1)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"“{text}” is no day: write it as 2026-11-21.") from error
