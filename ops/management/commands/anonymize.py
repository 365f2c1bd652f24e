"""`manage.py anonymize p17 --reason …`: removes everything personal about a player, permanently."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ops.anonymize import anonymize
from players.roster import player_known
from poker.refusal import Refusal
from web.messages.refusals import refusal_message

BY = "system.command"


class Command(BaseCommand):
    """Anonymize a player, and print what remains."""

    help = "Erases a player's personal details. This can't be undone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="player key as in the log: p17")
        parser.add_argument("--reason", required=True, help="reason, kept permanently")

    def handle(self, *_args: object, player: str, reason: str, **_options: object) -> None:
        """Run the command; a refusal has the same text as on the page."""
        player_row = player_known(player)
        if player_row is None:
            raise CommandError(f"The log has no player {player}.")
        try:
            anonymization = anonymize(player=player_row, by=BY, reason=reason, now=timezone.now())
        except Refusal as refusal:
            raise CommandError(refusal_message(refusal)) from refusal
        self.stdout.write(
            f"{anonymization.player.key} is anonymized: {anonymization.names} texts outside the log were blanked; every"
            " chain is unchanged. Staff notes that don't use the player's key stay as typed."
        )
