"""Serialize a room's lineup, its events and commands."""

from poker.lineup.commands import COMMANDS, LineupCommand
from poker.lineup.events import EVENTS, UPCASTERS, LineupEvent
from poker.lineup.state import Lineup
from poker.logs.wire import Wire

_wire = Wire[Lineup, LineupCommand, LineupEvent](
    state=Lineup, asks=COMMANDS, tells=EVENTS, upcasters=UPCASTERS
)
encode_dealers, decode_dealers = _wire.encode, _wire.decode
encode_told, decode_told = _wire.encode_told, _wire.decode_told
parse_ask = _wire.parse_ask
