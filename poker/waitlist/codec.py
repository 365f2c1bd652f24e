"""Serialize a room's waitlists, their events and commands."""

from poker.logs.wire import Wire
from poker.waitlist.commands import COMMANDS, WaitlistCommand
from poker.waitlist.events import EVENTS, UPCASTERS, WaitlistEvent
from poker.waitlist.state import Waitlists

_wire = Wire[Waitlists, WaitlistCommand, WaitlistEvent](
    state=Waitlists, asks=COMMANDS, tells=EVENTS, upcasters=UPCASTERS
)
encode_lists, decode_lists = _wire.encode, _wire.decode
encode_told, decode_told = _wire.encode_told, _wire.decode_told
parse_ask = _wire.parse_ask
