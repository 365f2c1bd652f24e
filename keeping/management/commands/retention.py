"""`manage.py retention [--dry-run]`: what the daily job does, now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from keeping.retention import due, old_sign_ins, retain
from rulings.wording.refusals import refusal as sentence


class Command(BaseCommand):
    """Say who is due, and what was done."""

    help = "Anonymises players who were not here for years, and takes old sign-ins away."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to do it."""
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")

    def handle(self, *_args: Any, **options: Any) -> None:
        """A line for each who is due."""
        now = timezone.now()
        for one in due(now):
            why = f"stays: {sentence(one.why)}" if one.why else f"{one.years} years are over"
            self.stdout.write(f"{one.player.key}, last here {one.last:%d %b %Y}: {why}")
        if options["dry_run"]:
            self.stdout.write(f"{old_sign_ins(now)} rows of old sign-ins. Nothing was changed.")
            return
        run = retain(now)
        self.stdout.write(
            f"{run.players} anonymised, {run.kept} stay, {run.devices} devices of old acts and"
            f" {run.sign_ins} rows of sign-ins are gone. The log itself is never cut."
        )
