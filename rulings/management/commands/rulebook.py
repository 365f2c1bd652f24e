"""`manage.py rulebook [FOLDER]`: print the house rulebook as text for docs/rules.md, or check a room's own files."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from rulings.rulebook import BookError, load
from rulings.rulebook.load import FOLDER
from rulings.rulebook.markdown import document


class Command(BaseCommand):
    """Print the chapters of a folder of rulebook files, or the first error in them."""

    help = "Prints the rulebook as text for docs/rules.md, or says what's wrong with a folder of rulebook files."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the folder, by default Floorbook's own."""
        parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)

    def handle(self, *_args: object, folder: Path, **_options: object) -> None:
        """Print the rulebook; exit with status 1 and a message if the files are invalid."""
        try:
            book = load(folder)
        except (BookError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(document(book), ending="")
