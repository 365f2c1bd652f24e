"""Export a hand in the Poker Hand History format: `manage.py export_phh T1/214`."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dealer_ui import messages
from poker.phh.write import write
from poker.refusal import Refusal
from tables.models import Table
from tables.table_log import hand_batches


class Command(BaseCommand):
    """Write the text to standard output; `manage.py replay` reproduces the same result from it."""

    help = "Export a hand dealt here as PHH: TABLE/HAND, or ROOM/TABLE/HAND if table names repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hand", metavar="HAND", help="such as T1/214")

    def handle(self, *_args: object, hand: str, **_options: object) -> None:
        room, name, number = _address(hand)
        tables = Table.objects.select_related("stream").filter(name=name)
        if room:
            tables = tables.filter(room__name=room)
        matches = list(tables[:2])
        if len(matches) != 1:
            how_many = "no table" if not matches else "more than one table"
            raise CommandError(f"There is {how_many} {name}. Use ROOM/TABLE/HAND.")
        batches = hand_batches(matches[0].stream, number)
        if not batches:
            raise CommandError(f"Table {name} has no hand {number}.")
        try:
            self.stdout.write(write(batches), ending="")
        except Refusal as refusal:
            raise CommandError(messages.refusal(refusal)) from refusal


def _address(text: str) -> tuple[str, str, int]:
    """Return room (or ""), table and hand number of an address."""
    *before, number = text.rsplit("/", 2)
    if not before or not number.isdigit():
        raise CommandError(f"{text!r} isn't a hand. Use TABLE/HAND, such as T1/214.")
    return (before[0] if len(before) == 2 else "", before[-1], int(number))
