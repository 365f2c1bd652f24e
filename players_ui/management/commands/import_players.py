"""Players from a CSV file: a dry run that lists every bad row, or with --commit the import."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players import importing
from poker.refusal import Refusal
from rulings.wording.refusals import refusal as sentence

ACTOR = "system.import"


class Command(BaseCommand):
    """`manage.py import_players FILE [--commit]`."""

    help = "Looks at a CSV file of players and lists every bad row; --commit takes them in when none is bad."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and whether to write."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--commit", action="store_true", help="write, when no row is bad")

    def handle(self, *, file: Path, commit: bool, **options: object) -> None:
        """A line for each bad row; ends with an error when there is one."""
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        now = timezone.now()
        try:
            found = importing.read(data, now)
            for bad in found.bad:
                self.stdout.write(f"line {bad.line}: {sentence(bad.refusal)}")
            if found.bad:
                lines = len({bad.line for bad in found.bad})
                raise CommandError(f"Lines that do not hold: {lines}. Nobody came in.")
            if not commit:
                self.stdout.write(
                    f"{importing.players(len(found.rows))} may come in: --commit takes them."
                )
                return
            count = importing.commit(data, by=ACTOR, now=now)
        except Refusal as refusal:
            raise CommandError(sentence(refusal)) from refusal
        self.stdout.write(f"{importing.players(count)} came in.")
