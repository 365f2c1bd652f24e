"""The type of a stored command of a tournament, for effects."""

from typing import TypeAlias

from journal.effects import StoredCommand
from tournaments.rules.commands import TournamentCommand
from tournaments.rules.events import TournamentEvent
from tournaments.rules.state import Tournament

StoredInTournament: TypeAlias = StoredCommand[Tournament, TournamentCommand, TournamentEvent]
