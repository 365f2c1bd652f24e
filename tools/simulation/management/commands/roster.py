"""`manage.py roster --simulate`: plan and live through weeks of a crew in a separate room, through the real actions."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from time import process_time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from staff.models import Room
from staff.time_zone import load_time_zone
from tools.simulation.roster_month import RosterMonth

ROOM = "Simulated crew"


class Command(BaseCommand):
    """Play the weeks, print one line of JSON, and check every log."""

    help = "Simulates weeks of a crew: need, plan, swaps, clock-ins, early outs, tokes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--simulate", action="store_true", required=True)
        parser.add_argument("--dealers", type=int, default=120, help="3 to 400 (120)")
        parser.add_argument("--weeks", type=int, default=4, help="1 to 12 (4)")
        parser.add_argument("--seed", type=int, default=1, help="same seed, same people (1)")
        parser.add_argument(
            "--seconds", type=int, default=20, help="processor time of each plan (20)"
        )
        parser.add_argument("--room", default=ROOM, help=f"a new room ({ROOM})")

    def handle(self, *_args: object, **options: Any) -> None:
        load_time_zone()
        if not 3 <= options["dealers"] <= 400 or not 1 <= options["weeks"] <= 12:
            raise CommandError("Use 3 to 400 dealers and 1 to 12 weeks.")
        if Room.objects.filter(name=options["room"]).exists():
            raise CommandError(f"There is a room {options['room']}. Name a new one with --room.")
        room = Room.objects.create(name=options["room"], own_time=True)
        began = process_time()
        month = RosterMonth(
            room,
            dealers=options["dealers"],
            seed=options["seed"],
            seconds=options["seconds"],
            now=timezone.now(),
        )
        figures = asdict(month.play(options["weeks"]))
        figures["processor_seconds"] = round(process_time() - began, 1)
        self.stdout.write(json.dumps(figures))
        call_command("verify_journal", stdout=self.stdout)
