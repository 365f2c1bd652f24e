"""`manage.py simulate_tournament`: play a day of a tournament in a separate room, through the real actions."""

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
from tools.simulation.tournament import TournamentDay

ROOM = "Simulated tournament"


class Command(BaseCommand):
    """Play the day, print one line of JSON, and check every log."""

    help = "Simulates a day of a tournament. Seats are drawn as in a room, so moves differ from run to run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--entries", type=int, default=600, help="players, 2 to 2,000 (600)")
        parser.add_argument("--seed", default="1", help="same seed, same players and busts (1)")
        parser.add_argument("--room", default=ROOM, help=f"a new room ({ROOM})")

    def handle(self, *_args: object, **options: Any) -> None:
        load_time_zone()
        if not 2 <= options["entries"] <= 2000:
            raise CommandError("Use 2 to 2,000 entries.")
        if Room.objects.filter(name=options["room"]).exists():
            raise CommandError(f"There is a room {options['room']}. Name a new one with --room.")
        room = Room.objects.create(name=options["room"])
        began = process_time()
        day = TournamentDay(room, options["entries"], options["seed"], timezone.now())
        figures = {**asdict(day.play()), "processor_seconds": round(process_time() - began, 1)}
        self.stdout.write(json.dumps(figures))
        call_command("verify_journal", stdout=self.stdout)
