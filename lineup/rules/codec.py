"""The format of a room's lineup log."""

from lineup.rules.commands import COMMANDS, LineupCommand
from lineup.rules.events import EVENTS, UPCASTERS, LineupEvent
from lineup.rules.state import Lineup
from poker.logs.codec import Codec

LINEUP = Codec[Lineup, LineupCommand, LineupEvent](
    empty=Lineup(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS
)
encode_state = LINEUP.encode_state
decode_state = LINEUP.decode_state
encode_event = LINEUP.encode_event
decode_event = LINEUP.decode_event
parse_command = LINEUP.parse_command
