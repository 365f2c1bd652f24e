"""`manage.py anonymise p17 --reason …`: all that is known of a person is taken away, for good."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from keeping.anonymise import anonymise
from players.roster import player_known
from poker.refusal import Refusal
from rulings.wording.refusals import refusal as sentence

BY = "system.command"


class Command(BaseCommand):
    """Do it, and say what is left."""

    help = "Takes away all that is known of a player. There is no way back."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whom and why."""
        parser.add_argument("player", help="as the log names players: p17")
        parser.add_argument("--reason", required=True, help="why, kept for good")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Refused with the sentence that the page would say."""
        player = player_known(options["player"])
        if player is None:
            raise CommandError(f"No player is called {options['player']} by the log.")
        try:
            made = anonymise(player=player, by=BY, reason=options["reason"], now=timezone.now())
        except Refusal as refusal:
            raise CommandError(sentence(refusal)) from refusal
        self.stdout.write(
            f"{made.player.key} is a number now: {made.names} texts beside the log are empty, every"
            " chain is as it was. Notes of staff that name no player's key stay as typed."
        )
