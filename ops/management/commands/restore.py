"""`manage.py restore FILE`: restores a backup completely, or changes nothing."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections
from django.utils import timezone

from ops.backup import BackupError
from ops.backup.backup_restore import database, restore
from ops.backup.rotation import mark_proved
from ops.backup.runs import prove_backup, record_proof
from ops.heartbeats import remove_restored_heartbeats
from ops.server_lock import require_server_stopped


class Command(BaseCommand):
    """Restore to a separate database, verify it, and put it in place."""

    help = "Restores from a backup: builds a copy next to the current data, verifies it, then swaps it in."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")
        parser.add_argument("--replace", action="store_true", help="even if there's data already")
        parser.add_argument(
            "--check", action="store_true", help="only test whether it can be restored"
        )

    def handle(
        self, *_args: object, file: Path, check: bool, replace: bool, **_options: object
    ) -> None:
        """Run the command; an error is printed as a sentence."""
        now = timezone.now()
        previous = ""
        try:
            if check:
                manifest = prove_backup(file, now)
            else:
                target = database(connection.settings_dict)
                connections.close_all()
                with require_server_stopped():
                    manifest, previous = restore(target, file, now, over=replace, check=False)
                    remove_restored_heartbeats()
                record_proof(file, now, manifest=manifest)
        except BackupError as error:
            raise CommandError(str(error)) from error
        entries = manifest.rows.get("journal_entry", 0)
        outcome = "can be restored" if check else "is restored"
        self.stdout.write(
            f"The backup of {manifest.made} {outcome}: {len(manifest.heads)} logs with {entries}"
            " entries; every chain and view matches."
            + (f" The previous data is kept as {previous}." if previous else "")
        )
        if not check:  # `prove_backup` has already recorded it
            try:
                mark_proved(file)
            except BackupError as error:
                raise CommandError(str(error)) from error
