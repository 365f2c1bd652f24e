"""Import players from a CSV file: a dry run that lists every bad row, or with --commit the import."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players import importing
from poker.refusal import Refusal
from web.messages.refusals import refusal_message

ACTOR = "system.import"


class Command(BaseCommand):
    """`manage.py import_players FILE [--commit]`."""

    help = "Checks a CSV file of players and lists every bad row; --commit imports them if none are bad."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--commit", action="store_true", help="import, if no row is bad")

    def handle(self, *, file: Path, commit: bool, **options: object) -> None:
        """Print a line for each bad row. Raises `CommandError` if there is any."""
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"can't read {file}: {error.strerror}.") from error
        now = timezone.now()
        try:
            parsed = importing.read(data, now)
            for bad in parsed.bad:
                self.stdout.write(f"line {bad.line}: {refusal_message(bad.refusal)}")
            if parsed.bad:
                lines = len({bad.line for bad in parsed.bad})
                raise CommandError(f"Lines with errors: {lines}. No one was imported.")
            if not commit:
                self.stdout.write(
                    f"{importing.players(len(parsed.rows))} ready: use --commit to import."
                )
                return
            count = importing.commit(data, by=ACTOR, now=now)
        except Refusal as refusal:
            raise CommandError(refusal_message(refusal)) from refusal
        self.stdout.write(f"{importing.players(count)} imported.")
