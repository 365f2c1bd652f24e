"""`manage.py simulate`: a whole night in a room of its own, through the same actions as every screen."""

from argparse import ArgumentParser
from datetime import datetime, timedelta
from time import perf_counter
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from reports.rolling.room import room_roll
from reports.stored.keeping import room_keep
from simulation.book import Unexpected
from simulation.checks import problems
from simulation.clock import Clock
from simulation.evening import Evening
from simulation.house import House, house_make
from simulation.night import Night
from simulation.waits import became, figures
from tables.models import Room

ROOM = "Simulated night"


class Command(BaseCommand):
    """Play a night, print its figures, check every log; exit 1 at a refusal that nobody deserved."""

    help = "Simulates a night of the room: players, lists, seats, hands, rulings. Needs a room that is new or empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How big, how long, which night."""
        parser.add_argument("--tables", type=int, default=40, help="1 to 600 (40)")
        parser.add_argument("--hours", type=float, default=8.0, help="length of the night (8)")
        parser.add_argument("--seed", default="1", help="the same seed is the same night (1)")
        parser.add_argument("--room", default=ROOM, help=f"a new or empty room ({ROOM})")
        parser.add_argument("--until", default="", help="when the night ends, as ISO time (now)")
        parser.add_argument(
            "--calls", type=float, default=10.0, help="floor calls in 1,000 hands (10)"
        )
        parser.add_argument(
            "--no-cards", action="store_true", help="people, lists and chairs, and no hand is dealt"
        )
        parser.add_argument("--quiet", action="store_true", help="only the figures")

    def handle(self, *_args: Any, **options: Any) -> None:
        """The night, its figures, `verify_journal`."""
        hours, tables = options["hours"], options["tables"]
        if not 1 <= tables <= 600 or not 0 < hours <= 24:
            raise CommandError("A night has 1 to 600 tables and up to 24 hours.")
        if not 0 <= options["calls"] <= 1000:
            raise CommandError("Of 1,000 hands 0 to 1,000 have a call.")
        until = _moment(options["until"])
        house = self._house(options["room"], tables, until - timedelta(hours=hours))
        clock = Clock(until - timedelta(hours=hours))
        night = Night(house=house, clock=clock, seed=options["seed"], seconds=hours * 3600)
        began = perf_counter()
        evening = Evening(night, trouble=options["calls"] / 1000, cards=not options["no_cards"])
        try:
            self._goes_by(evening, quiet=options["quiet"], began=began)
        finally:
            Room.objects.filter(pk=house.room.pk).update(own_time=False)
        self._figures(night, perf_counter() - began)
        call_command("verify_journal", stdout=self.stdout)
        self._holds(house.room)
        self._stored(house.room, until)
        self._signs(night)

    def _house(self, name: str, tables: int, now: datetime) -> House:
        room = Room.objects.filter(name=name).first()
        if room is not None and room.tables.exists():
            raise CommandError(
                f"“{name}” has tables already: a night needs a new or empty room (--room)."
            )
        _hurry()
        with transaction.atomic():
            room = room or Room.objects.create(name=name)
            # Or the clock of a room that is open meanwhile lets its calls lapse.
            room.own_time = True
            room.save(update_fields=["own_time"])
            return house_make(room=room, tables=tables, now=now)

    def _goes_by(self, evening: Evening, *, quiet: bool, began: float) -> None:
        def told(hour: int) -> None:
            sums = evening.night.book.sums
            if not quiet:
                self.stdout.write(
                    f"hour {hour}: {sums['hands']} hands, {sums['commands']} commands, "
                    f"{sums['calls']} calls, {perf_counter() - began:.0f} s"
                )
                self.stdout.flush()

        try:
            evening.go_by(told)
        except Unexpected as error:
            raise CommandError(f"Refused, and nobody had done anything wrong: {error}") from error

    def _figures(self, night: Night, seconds: float) -> None:
        commands = night.book.sums["commands"]
        self.stdout.write(
            f"\n{commands} commands in {seconds:.1f} s, {commands / seconds:.0f} a second"
        )
        for name, count in sorted(night.book.sums.items()):
            self.stdout.write(f"  {name}: {count}")
        for code, count in sorted(night.book.refused.items()):
            self.stdout.write(f"  refused as it should be, {code}: {count}")
        for line in figures(became(night.house.room)):
            self.stdout.write(f"  {line}")

    def _holds(self, room: Room) -> None:
        found = list(problems(room))
        for problem in found:
            self.stdout.write(problem)
        if found:
            raise CommandError(f"{len(found)} things do not hold after this night.")
        self.stdout.write(
            "Chips, names on the lists, rulings and drop boxes are as they should be."
        )

    def _stored(self, room: Room, until: datetime) -> None:
        """The figures, and the reports of what is over, without waiting for the jobs of an open room."""
        room_roll(room, until=until)
        stored = room_keep(room, now=timezone.now(), most=100)
        self.stdout.write(
            f"Reports of what is over by then: {stored}, at /reports/stored/?room={room.pk}"
            if stored
            else "No shift is over yet, so no report is stored. One is when the shift is over and the room is open;"
            " a night that ended before (--until) has one at once."
        )

    def _signs(self, night: Night) -> None:
        """Where to look, and who can sign in; the PINs are drawn anew each time and stand nowhere else."""
        room = night.house.room.pk
        self.stdout.write(f"\n  /floor/map/?room={room}  /desk/?room={room}  /board/{room}")
        for role, people in (
            ("supervisor", night.house.supervisors),
            ("desk", night.house.desks),
            ("dealer", night.house.dealers),
        ):
            who = people[0]
            self.stdout.write(f"  {role} {who.staff.alias}: badge {who.staff.badge}, PIN {who.pin}")


def _moment(text: str) -> datetime:
    """When the night ends; now, to the minute, where nothing is said."""
    if not text:
        return timezone.now().replace(second=0, microsecond=0)
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if found is None:
        raise CommandError(f"“{text}” is no time: write it as 2026-11-21T23:00.")
    return found if found.tzinfo else timezone.make_aware(found)


def _hurry() -> None:
    """On SQLite this one connection does not wait for the disk: a night that is cut off is simulated again."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")
