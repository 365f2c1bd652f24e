"""Whether a key may be offered: the rules decide, and their sentence is the reason of a key that is off."""

from banked.rules.commands import Command
from banked.rules.decide import run
from banked.rules.state import BankedTable
from poker.refusal import Refusal
from web.messages.refusals import refusal


def why_not(table: BankedTable, command: Command) -> str:
    """Return why a command is refused now; "" if it is accepted."""
    try:
        run(table, command, now=0)
    except Refusal as reason:
        return refusal(reason)
    return ""
