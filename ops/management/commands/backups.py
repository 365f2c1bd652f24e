"""`manage.py backups list|prune|prove|compare`: the existing backups, their rotation, drill and heads."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from journal.head_comparison import heads_that_differ
from ops.backup import BackupError
from ops.backup.manifest import read_heads
from ops.backup.rotation import newest_backup, prune_backups
from ops.backup.runs import prove_backup
from ops.models import BackupRun

LISTED = 30  # runs


class Command(BaseCommand):
    """Print, delete or prove backups."""

    help = "Lists backups, deletes old ones, or proves the newest one by a restore."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=("list", "prune", "prove", "compare"))
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            help="compare: a backup or its .heads; default: the newest",
        )
        parser.add_argument("--folder", type=Path, default=None, help="default: BACKUP_DIR")
        parser.add_argument(
            "--keep", type=int, default=None, metavar="DAYS", help="default: BACKUP_KEEP_DAYS"
        )

    def handle(
        self,
        *_args: object,
        action: str,
        file: Path | None,
        folder: Path | None,
        keep: int | None,
        **_options: object,
    ) -> None:
        """Run the action; a failure is printed as a sentence, with exit status 1."""
        place = (folder or settings.BACKUP_DIR).resolve()
        try:
            if action == "list":
                self._list()
            elif action == "prune":
                self._prune(place, settings.BACKUP_KEEP_DAYS if keep is None else keep)
            elif action == "compare":
                self._compare(file or newest_backup(place))
            else:
                self._prove(place)
        except BackupError as error:
            raise CommandError(str(error)) from error

    def _compare(self, file: Path | None) -> None:
        """Compare the recorded end of every log with the database; print each log that was cut or replaced."""
        if file is None:
            raise CommandError("There is no backup to compare with.")
        heads = read_heads(file)
        problems = heads_that_differ(heads)
        for problem in problems:
            self.stdout.write(f"DIFFERS: {problem}")
        if problems:
            raise CommandError(f"{len(problems)} of {len(heads)} logs differ from {file.name}.")
        self.stdout.write(
            f"{file.name}: each of {len(heads)} logs still has the entry that was its last one."
        )

    def _list(self) -> None:
        for run in BackupRun.objects.all()[:LISTED]:
            self.stdout.write(
                f"{run.started_at:%Y-%m-%d %H:%M} UTC  {_result(run)}"
                f"{f'  {run.bytes:,} bytes' if run.bytes is not None else ''}  {run.file}"
            )

    def _prune(self, folder: Path, days: int) -> None:
        if days < 1:
            raise CommandError("--keep must be at least one day.")
        prune_result = prune_backups(timezone.now(), days, folder)
        for name in (*prune_result.left, *prune_result.removed):
            self.stdout.write(f"deleted {name}")
        remains = (
            f", and {len(prune_result.left)} that killed runs left" if prune_result.left else ""
        )
        self.stdout.write(f"{len(prune_result.removed)} old files deleted{remains}.")
        if prune_result.problems:
            raise CommandError(" ".join(prune_result.problems))

    def _prove(self, folder: Path) -> None:
        newest = newest_backup(folder)
        if newest is None:
            raise CommandError(f"There is no backup in {folder}.")
        manifest = prove_backup(newest, timezone.now())
        entries = manifest.rows.get("journal_entry", 0)
        self.stdout.write(
            f"{newest} is proved: restored elsewhere, {len(manifest.heads)} logs with {entries}"
            " entries, every chain and view matches."
        )


def _result(run: BackupRun) -> str:
    if run.ended_at is None:
        return "running or interrupted"
    if run.reason:
        return f"failed: {run.reason}"
    words = ["good"]
    if run.proved_at:
        words.append("proved")
    if run.copied_at:
        words.append("copied")
    words += [text for text in (run.copy_reason, run.proof_reason, run.drill_reason) if text]
    if run.removed_at:
        words.append("deleted since")
    return ", ".join(words)
