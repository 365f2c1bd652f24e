"""The format of a room's log of hours."""

from poker.logs.codec import Codec
from promotions.rules.hours_commands import COMMANDS, HoursCommand
from promotions.rules.hours_events import EVENTS, UPCASTERS, HoursEvent
from promotions.rules.hours_state import Hours

HOURS = Codec[Hours, HoursCommand, HoursEvent](
    empty=Hours(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS
)
