"""The format of a week's log."""

from poker.logs.codec import Codec
from roster.rules.week_commands import COMMANDS, WeekCommand
from roster.rules.week_events import EVENTS, UPCASTERS, WeekEvent
from roster.rules.week_state import Week

WEEK = Codec[Week, WeekCommand, WeekEvent](
    empty=Week(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS
)
