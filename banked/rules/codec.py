"""The format of a house-banked table's log."""

from banked.rules.commands import COMMANDS, Command
from banked.rules.events import EVENTS
from banked.rules.state import EMPTY, BankedTable
from poker.events.base import Event
from poker.logs.codec import Codec

BANKED = Codec[BankedTable, Command, Event](
    empty=EMPTY,
    commands=COMMANDS,
    events=EVENTS,
    upcasters={},
    unknown="unknown_command",
    misfit="bad_command",
)
encode_state = BANKED.encode_state
decode_state = BANKED.decode_state
encode_event = BANKED.encode_event
decode_event = BANKED.decode_event
parse_command = BANKED.parse_command
