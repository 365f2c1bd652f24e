"""Write a hand dealt here in the Poker Hand History format: `manage.py export_phh T1/214`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dealer_ui import words
from poker.phh.write import write
from poker.refusal import Refusal
from tables.log import hand_batches
from tables.models import Table


class Command(BaseCommand):
    """The text goes to standard output; `manage.py replay` makes the same result of it."""

    help = (
        "Write a hand dealt here as PHH: TABLE/HAND, or ROOM/TABLE/HAND where table names repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hand", metavar="HAND", help="such as T1/214")

    def handle(self, *args: Any, **options: Any) -> None:
        room, name, number = _address(options["hand"])
        tables = Table.objects.select_related("stream").filter(name=name)
        if room:
            tables = tables.filter(room__name=room)
        found = list(tables[:2])
        if len(found) != 1:
            how_many = "no table" if not found else "more than one table"
            raise CommandError(f"There is {how_many} {name}. Name it as ROOM/TABLE/HAND.")
        batches = hand_batches(found[0].stream, number)
        if not batches:
            raise CommandError(f"Table {name} has no hand {number}.")
        try:
            self.stdout.write(write(batches), ending="")
        except Refusal as refusal:
            raise CommandError(words.refusal(refusal)) from refusal


def _address(text: str) -> tuple[str, str, int]:
    """Room (or ""), table and hand number of an address."""
    *before, number = text.rsplit("/", 2)
    if not before or not number.isdigit():
        raise CommandError(f"{text!r} is no hand: write TABLE/HAND, such as T1/214.")
    return (before[0] if len(before) == 2 else "", before[-1], int(number))
