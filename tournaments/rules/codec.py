"""The format of a tournament's log."""

from poker.logs.codec import Codec
from poker.logs.personal_fields import NAME, PersonalTypes
from tournaments.rules.commands import COMMANDS, TournamentCommand
from tournaments.rules.events import EVENTS, UPCASTERS, TournamentEvent
from tournaments.rules.state import Entry, Tournament

PERSONAL = PersonalTypes(fields={Entry: {"name": NAME}})
TOURNAMENT = Codec[Tournament, TournamentCommand, TournamentEvent](
    empty=Tournament(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS, personal=PERSONAL
)
