"""The format of a crew's log."""

from poker.logs.codec import Codec
from roster.rules.crew_commands import COMMANDS, CrewCommand
from roster.rules.crew_events import EVENTS, UPCASTERS, CrewEvent
from roster.rules.crew_state import Crew

CREW = Codec[Crew, CrewCommand, CrewEvent](
    empty=Crew(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS
)
