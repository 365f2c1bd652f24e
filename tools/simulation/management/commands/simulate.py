"""`manage.py simulate`: simulate a whole night in a separate room, through the same actions as every screen."""

from argparse import ArgumentParser
from datetime import datetime, timedelta
from time import perf_counter
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from reports.archive.archiving import room_archive_reports
from reports.rollups.room import room_roll_up
from staff.models import Room, Staff
from staff.time_zone import load_time_zone
from tools.simulation.checks import problems
from tools.simulation.clock import Clock
from tools.simulation.night import Night
from tools.simulation.quote_accuracy import accuracy_text, quote_outcomes
from tools.simulation.room_setup import SimulatedRoom, room_create
from tools.simulation.runner import NightRunner
from tools.simulation.tally import UnexpectedRefusal

ROOM = "Simulated night"


class Command(BaseCommand):
    """Play a night, print its figures and check every log; exit with 1 at an unexpected refusal."""

    help = "Simulates a night: players, lists, seats, hands, rulings. Needs a new or empty room."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", type=int, default=40, help="1 to 600 (40)")
        parser.add_argument(
            "--hours", type=float, default=8.0, help="length of the night in hours (8)"
        )
        parser.add_argument("--seed", default="1", help="same seed, same night (1)")
        parser.add_argument("--room", default=ROOM, help=f"a new or empty room ({ROOM})")
        parser.add_argument("--until", default="", help="when the night ends, as ISO time (now)")
        parser.add_argument(
            "--calls", type=float, default=10.0, help="floor calls per 1,000 hands (10)"
        )
        parser.add_argument(
            "--no-cards", action="store_true", help="players, lists and seats only, no hands"
        )
        parser.add_argument(
            "--staff-of", default="", help="a room whose staff work in this one, too, to look at it"
        )
        parser.add_argument("--quiet", action="store_true", help="figures only")

    def handle(self, *_args: object, **options: Any) -> None:
        """Run the night, print its figures, run `verify_journal` and `verify_fund`."""
        load_time_zone()
        hours = options["hours"]
        tables = options["tables"]
        if not 1 <= tables <= 600 or not 0 < hours <= 24:
            raise CommandError("Use 1 to 600 tables and up to 24 hours.")
        if not 0 <= options["calls"] <= 1000:
            raise CommandError("Use 0 to 1,000 floor calls per 1,000 hands.")
        until = _moment(options["until"])
        guests = _staff_of(options["staff_of"])
        house = self._house(options["room"], tables, until - timedelta(hours=hours))
        house.room.staff.add(*guests)
        clock = Clock(until - timedelta(hours=hours))
        night = Night(house=house, clock=clock, seed=options["seed"], seconds=hours * 3600)
        began = perf_counter()
        evening = NightRunner(night, trouble=options["calls"] / 1000, cards=not options["no_cards"])
        try:
            self._goes_by(evening, quiet=options["quiet"], began=began)
        finally:
            Room.objects.filter(pk=house.room.pk).update(own_time=False)
        self._figures(night, perf_counter() - began)
        call_command("verify_journal", stdout=self.stdout)
        call_command("verify_fund", "--all", stdout=self.stdout, stderr=self.stderr)
        self._holds(house.room)
        self._stored(house.room, until)
        self._signs(night)

    def _house(self, name: str, tables: int, now: datetime) -> SimulatedRoom:
        room = Room.objects.filter(name=name).first()
        if room is not None and room.tables.exists():
            raise CommandError(f"“{name}” already has tables: use a new or empty room (--room).")
        _hurry()
        room = room or Room.objects.create(name=name, own_time=True)
        # Otherwise the tasks of a running server would expire its calls.
        Room.objects.filter(pk=room.pk).update(own_time=True)
        return room_create(room=room, tables=tables, now=now)

    def _goes_by(self, evening: NightRunner, *, quiet: bool, began: float) -> None:
        def print_hour(hour: int) -> None:
            sums = evening.night.book.sums
            if not quiet:
                self.stdout.write(
                    f"hour {hour}: {sums['hands']} hands, {sums['commands']} commands, "
                    f"{sums['calls']} calls, {perf_counter() - began:.0f} s"
                )
                self.stdout.flush()

        try:
            evening.go_by(print_hour)
        except UnexpectedRefusal as error:
            raise CommandError(f"Unexpected refusal: {error}") from error

    def _figures(self, night: Night, seconds: float) -> None:
        commands = night.book.sums["commands"]
        self.stdout.write(
            f"\n{commands} commands in {seconds:.1f} s, {commands / seconds:.0f} a second"
        )
        for name, count in sorted(night.book.sums.items()):
            self.stdout.write(f"  {name}: {count}")
        for code, count in sorted(night.book.refused.items()):
            self.stdout.write(f"  correctly refused, {code}: {count}")
        for line in accuracy_text(quote_outcomes(night.house.room)):
            self.stdout.write(f"  {line}")

    def _holds(self, room: Room) -> None:
        problems_found = list(problems(room))
        for problem in problems_found:
            self.stdout.write(problem)
        if problems_found:
            raise CommandError(f"{len(problems_found)} checks failed after this night.")
        self.stdout.write("Chips, list names, rulings, drop boxes and funds all check out.")

    def _stored(self, room: Room, until: datetime) -> None:
        """Roll up figures and archive finished reports, without waiting for the tasks of a running server."""
        room_roll_up(room, until=until)
        stored = room_archive_reports(room, now=timezone.now(), most=100)
        self.stdout.write(
            f"Reports stored so far: {stored}, at /reports/stored/?room={room.pk}"
            if stored
            else "No shift has ended, so no report is stored yet. One is stored when a shift ends while Floorbook runs;"
            " a night that ended in the past (--until) gets one at once."
        )

    def _signs(self, night: Night) -> None:
        """Print the URLs and who can sign in. The PINs are random and stored nowhere else."""
        room = night.house.room.pk
        self.stdout.write(f"\n  /floor/map/?room={room}  /desk/?room={room}  /board/{room}")
        for role, people in (
            ("supervisor", night.house.supervisors),
            ("desk", night.house.desks),
            ("dealer", night.house.dealers),
        ):
            member = people[0]
            self.stdout.write(
                f"  {role} {member.staff.alias}: badge {member.staff.badge}, PIN {member.pin}"
            )


def _staff_of(name: str) -> "QuerySet[Staff]":
    """Return the staff of a room; none without a name. Raises `CommandError` for an unknown room."""
    if name and not Room.objects.filter(name=name).exists():
        raise CommandError(f"There's no room “{name}”.")
    return Staff.objects.filter(rooms__name=name)


def _moment(text: str) -> datetime:
    """Return when the night ends; by default now, to the minute."""
    if not text:
        return timezone.now().replace(second=0, microsecond=0)
    try:
        parsed_at = parse_datetime(text)
    except ValueError:
        parsed_at = None
    if parsed_at is None:
        raise CommandError(f"“{text}” isn't a time. Write it as 2026-11-21T23:00.")
    return parsed_at if parsed_at.tzinfo else timezone.make_aware(parsed_at)


def _hurry() -> None:
    """On SQLite, do not wait for the disk: an interrupted night is simulated again."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")
