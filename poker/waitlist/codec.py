"""The format of a room's waitlists log."""

from poker.logs.codec import Codec
from poker.waitlist.commands import COMMANDS, WaitlistCommand
from poker.waitlist.events import EVENTS, UPCASTERS, WaitlistEvent
from poker.waitlist.state import Waitlists

WAITLIST = Codec[Waitlists, WaitlistCommand, WaitlistEvent](
    empty=Waitlists(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS
)
encode_state = WAITLIST.encode_state
decode_state = WAITLIST.decode_state
encode_event = WAITLIST.encode_event
decode_event = WAITLIST.decode_event
parse_command = WAITLIST.parse_command
