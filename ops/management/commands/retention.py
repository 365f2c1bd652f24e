"""`manage.py retention [--dry-run]`: runs the daily retention job now."""

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from ops.retention import old_sign_ins, retention_candidates, run_retention
from rulings.messages.refusals import refusal_message


class Command(BaseCommand):
    """Print who is due, and what was done."""

    help = "Anonymizes players who haven't visited for years and deletes old sign-ins."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option for a dry run."""
        parser.add_argument("--dry-run", action="store_true", help="only show what would be done")

    def handle(self, *_args: object, **options: object) -> None:
        """Run the command, with a line for each player who is due."""
        now = timezone.now()
        for candidate in retention_candidates(now):
            why = (
                f"stays: {refusal_message(candidate.why)}"
                if candidate.why
                else f"over {candidate.years} years"
            )
            self.stdout.write(
                f"{candidate.player.key}, last here {candidate.last:%b %-d, %Y}: {why}"
            )
        if options["dry_run"]:
            self.stdout.write(f"{old_sign_ins(now)} old sign-in rows. Nothing was changed.")
            return
        run = run_retention(now)
        self.stdout.write(
            f"{run.players} anonymized, {run.kept} kept; {run.devices} old device records and"
            f" {run.sign_ins} sign-in rows deleted. The log itself is never cut."
        )
