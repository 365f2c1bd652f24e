"""The format of a fund's log."""

from poker.logs.codec import Codec
from promotions.rules.fund_commands import COMMANDS, FundCommand
from promotions.rules.fund_events import EVENTS, UPCASTERS, FundEvent
from promotions.rules.fund_state import FundState

FUND = Codec[FundState, FundCommand, FundEvent](
    empty=FundState(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS
)
