"""`manage.py journal_months`: the monthly partitions of the log, including those of the next months."""

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from journal.archives import archives_by_label
from journal.partitions import has_partitions, partitions, prepare_months


class Command(BaseCommand):
    """Create missing partitions and list all of them with their archives."""

    help = "Creates the partitions of the next months, and lists all months and archives."

    def handle(self, *_args: object, **_options: object) -> None:
        if not has_partitions():
            self.stdout.write("SQLite keeps the log in one table: there are no months to create.")
            return
        try:
            count = prepare_months()
        except DatabaseError as error:
            reason = str(error).strip().splitlines()[0]
            raise CommandError(f"No partition was created: {reason}. Try again.") from error
        archives = archives_by_label()
        for part in partitions():
            archive = archives.pop(part.label, None)
            self.stdout.write(
                f"{part.label}: {part.name}{f', also in {archive}' if archive else ''}"
            )
        for label, archive in archives.items():
            self.stdout.write(f"{label}: only in {archive}, {archive.entries} entries")
        self.stdout.write(f"{count} created.")
