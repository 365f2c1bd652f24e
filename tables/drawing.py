"""Lots that the room draws: the cards for the button, the order of open chairs. Here is the only chance in the room.

The system's own source of randomness shuffles (`secrets`); what came out is recorded whole in the log.
"""

from collections.abc import Sequence
from secrets import SystemRandom
from typing import TypeVar

from poker import button, codec
from poker.cards import DECK
from poker.commands import DrawButton
from tables.actions import locked

One = TypeVar("One")


def shuffled(things: Sequence[One]) -> list[One]:
    """All of them in an order that nobody knew before."""
    order = list(things)
    SystemRandom().shuffle(order)
    return order


def button_cards(*, table_id: int) -> DrawButton:
    """A card from a shuffled deck for each player of a table, and more of them where tied seats draw again (H-25)."""
    table = codec.decode_state(bytes(locked(table_id).state))
    playing = [seat.number for seat in table.seats if seat.playing]
    rounds = button.dealt(shuffled(DECK), playing, table.rules) if playing else [{}]
    return DrawButton(cards=rounds[0], system=True, again=tuple(rounds[1:]))
