"""Random draws by the server: cards for the button, the order of open seats. No other code uses chance.

Items are shuffled with the operating system's source of randomness (`secrets`). The complete result is in the log.
"""

from collections.abc import Sequence
from secrets import SystemRandom
from typing import TypeVar

from poker import button, codec
from poker.cards import DECK
from poker.commands import DrawButton
from tables.actions import TABLE

Item = TypeVar("Item")


def shuffle(items: Sequence[Item]) -> list[Item]:
    """Return all items in random order."""
    order = list(items)
    SystemRandom().shuffle(order)
    return order


def button_cards(*, table_id: int) -> DrawButton:
    """Draw a card from a shuffled deck for each player of a table, and more where tied seats draw again (H-25)."""
    table = codec.decode_state(bytes(TABLE.lock(table_id).state))
    playing = [seat.number for seat in table.seats if seat.playing]
    rounds = button.dealt(shuffle(DECK), playing, table.rules) if playing else [{}]
    return DrawButton(cards=rounds[0], system=True, again=tuple(rounds[1:]))
