"""`manage.py restore FILE`: the room as it was when the backup was made, or nothing changed."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections
from django.utils import timezone

from keeping.backup import NoBackup
from keeping.backup.keeping import database, restore
from keeping.opened import room_closed


class Command(BaseCommand):
    """Restore beside, verify, put in place."""

    help = "Makes the room again from a backup: beside it, verified, and then in its place."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The file and how."""
        parser.add_argument("file", type=Path, help="what `backup` wrote")
        parser.add_argument("--replace", action="store_true", help="although there is a room")
        parser.add_argument(
            "--check", action="store_true", help="only see whether it could be restored"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do it, or say why not."""
        target, check = database(connection.settings_dict), options["check"]
        connections.close_all()
        try:
            with room_closed(needed=not check):
                manifest, kept = restore(
                    target,
                    options["file"],
                    timezone.now(),
                    over=options["replace"],
                    check=check,
                )
        except NoBackup as error:
            raise CommandError(str(error)) from error
        entries = manifest.rows.get("journal_entry", 0)
        done = "could be restored" if check else "is restored"
        self.stdout.write(
            f"The room of {manifest.made} {done}: {len(manifest.heads)} logs with {entries}"
            " entries; every chain and picture agrees."
            + (f" The room before is kept as {kept}." if kept else "")
        )
