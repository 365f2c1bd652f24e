"""The format of the log of a room's tokes."""

from poker.logs.codec import Codec
from roster.rules.toke_commands import COMMANDS, TokeCommand
from roster.rules.toke_events import EVENTS, UPCASTERS, TokeEvent
from roster.rules.toke_state import Tokes

TOKES = Codec[Tokes, TokeCommand, TokeEvent](
    empty=Tokes(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS
)
