"""The format of a room's waitlists log."""

from poker.logs.codec import Codec
from poker.logs.personal_fields import NAME, NOTE, PersonalTypes
from waitlist.rules.commands import COMMANDS, WaitlistCommand
from waitlist.rules.events import (
    EVENTS,
    UPCASTERS,
    MoveUndone,
    MustMoved,
    PlayerRenamed,
    WaitlistEvent,
)
from waitlist.rules.seat_draw import SeatAssignment
from waitlist.rules.state import DeclinedMove, WaitlistEntry, Waitlists

PERSONAL = PersonalTypes(
    fields={
        PlayerRenamed: {"name": NAME},
        WaitlistEntry: {"name": NAME},
        SeatAssignment: {"name": NAME},
        MustMoved: {"name": NAME, "reason": NOTE},
        MoveUndone: {"name": NAME},
        DeclinedMove: {"name": NAME, "reason": NOTE},
    }
)
WAITLIST = Codec[Waitlists, WaitlistCommand, WaitlistEvent](
    empty=Waitlists(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS, personal=PERSONAL
)
encode_state = WAITLIST.encode_state
decode_state = WAITLIST.decode_state
encode_event = WAITLIST.encode_event
decode_event = WAITLIST.decode_event
parse_command = WAITLIST.parse_command
