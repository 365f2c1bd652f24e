"""What the rulebook decides in a tournament, filled into the commands that it concerns (chapter TRN)."""

from msgspec.structs import replace

from poker.rules import HouseRules
from tournaments.rules import commands as c
from tournaments.rules.commands import TournamentCommand
from tournaments.rules.plan import MINUTE

BY_RULEBOOK: tuple[type[TournamentCommand], ...] = (c.Penalize, c.FinishHand)
HAND_FOR_HAND_MINUTES = {"two_minutes": 2, "none": 0}  # off the clock for each hand (H-87)


def with_house_rules(command: TournamentCommand, rules: HouseRules) -> TournamentCommand:
    """Return a command with the house's choices for penalties and for the time of hand for hand."""
    if isinstance(command, c.Penalize):
        return replace(command, units=rules.penalty_units, round_of=rules.penalty_round)
    if isinstance(command, c.FinishHand):
        takes = HAND_FOR_HAND_MINUTES[rules.hand_for_hand_time] * MINUTE
        return replace(command, takes=takes)
    return command
