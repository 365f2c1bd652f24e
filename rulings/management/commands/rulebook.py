"""`manage.py rulebook [FOLDER]`: the house rulebook as text for docs/rules.md, and a check of a room's own words."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.rulebook import BookError, load
from rulings.rulebook.document import document
from rulings.rulebook.load import FOLDER


class Command(BaseCommand):
    """Prints the chapters of a folder of rulebook files, or says in a sentence what is wrong with them."""

    help = __doc__
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder is the program's own unless named."""
        parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)

    def handle(self, *args: Any, **options: Any) -> None:
        """Ends with status 1 and the sentence for files that cannot be used."""
        folder: Path = options["folder"]
        try:
            book = load(folder)
        except (BookError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(document(book), ending="")
