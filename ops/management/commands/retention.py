"""`manage.py retention [--dry-run]`: runs the daily retention jobs now."""

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from ops.retention import (
    YEAR,
    longest_retention,
    old_sign_ins,
    retained_records,
    retention_candidates,
    run_retention,
)
from web.messages.refusals import refusal_message


class Command(BaseCommand):
    """Print who is due, and what was done."""

    help = "Anonymizes players who haven't visited for years, and records of staff who left; deletes old sign-ins."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only show what would be done")

    def handle(self, *_args: object, **options: object) -> None:
        """Run the command, with a line for each player and each record that is due."""
        now = timezone.now()
        over = f"over {longest_retention() // YEAR} years"
        for candidate in retention_candidates(now):
            why = (
                f"stays: {refusal_message(candidate.why)}"
                if candidate.why
                else f"over {candidate.years} years"
            )
            self.stdout.write(
                f"{candidate.player.key}, last here {candidate.last:%b %-d, %Y}: {why}"
            )
        for records in retained_records():
            for key, last in records.due(now):
                self.stdout.write(f"{records.name} of {key}, last entry {last:%b %-d, %Y}: {over}")
        if options["dry_run"]:
            self.stdout.write(f"{old_sign_ins(now)} old sign-in rows. Nothing was changed.")
            return
        for records in retained_records():
            self.stdout.write(f"{records.name}s: {records.run(now)} anonymized")
        run = run_retention(now)
        self.stdout.write(
            f"{run.players} anonymized, {run.kept} kept; {run.devices} old device records and"
            f" {run.sign_ins} sign-in rows deleted. The log itself is never cut."
        )
