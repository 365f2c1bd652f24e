"""The format of a table's log."""

from poker.commands import COMMANDS, Command
from poker.events import EVENTS, Event
from poker.events.table import PlayerRenamed, SeatsDrawn, SeatTaken
from poker.events.upcasters import UPCASTERS
from poker.logs.codec import Codec, tag
from poker.logs.personal_fields import NAME, NOTE, PersonalTypes
from poker.state import EMPTY, Lock, Seat, Table

PERSONAL = PersonalTypes(
    fields={
        Seat: {"name": NAME},
        Lock: {"name": NAME, "reason": NOTE},
        SeatTaken: {"name": NAME, "said": NOTE},
        PlayerRenamed: {"name": NAME},
    },
    pairs={SeatsDrawn: "players"},
)
TABLE = Codec[Table, Command, Event](
    empty=EMPTY,
    commands=COMMANDS,
    events=EVENTS,
    upcasters=UPCASTERS,
    unknown="unknown_command",
    misfit="bad_command",
    arguments={
        "seat": ("bad_seat", "S-013"),
        "seats": ("bad_seat", "S-181"),
        "to": ("bad_amount", "S-118"),
        "amount": ("bad_amount", "S-118"),
        "stack": ("bad_amount", "S-118"),
        "buy_in": ("bad_amount", "S-118"),
        "count": ("bad_count", "S-081"),
        "lit": ("bad_count", "S-081"),
    },
    personal=PERSONAL,
)
encode_state = TABLE.encode_state
decode_state = TABLE.decode_state
encode_event = TABLE.encode_event
decode_event = TABLE.decode_event
parse_command = TABLE.parse_command


def command_name(command: Command) -> str:
    """Return the wire name of a command."""
    return tag(type(command))
