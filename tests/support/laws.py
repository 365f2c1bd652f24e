"""Checks that hold at every table."""

import os
from collections.abc import Iterable

import msgspec
from hypothesis import HealthCheck, settings

from poker import events as e
from poker.events import Event
from poker.state import Table
from tests.support.law_examples import example_count

# The same hands each time; `EXAMPLES=5000 pytest tests/poker/test_laws.py` draws others.
quick = settings(
    max_examples=example_count(250),
    derandomize="EXAMPLES" not in os.environ,
    deadline=None,
    # A law about a rare state draws many hands that do not reach it.
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)


def chips_at(table: Table) -> int:
    """Return the chips in stacks and in the pot, where stacks are counted."""
    hand = table.hand
    if hand is None:
        return sum(seat.stack or 0 for seat in table.seats)
    seats_in_hand = {part.seat for part in hand.parts}
    stacks = sum(part.stack or 0 for part in hand.parts)
    other_chips = sum(seat.stack or 0 for seat in table.seats if seat.number not in seats_in_hand)
    return stacks + other_chips + hand.chips()


def house_chips(events: Iterable[Event]) -> int:
    """Return the chips that the house took from the table with these events, less those it added (H-75)."""
    return sum(map(_house_chips, events))


def _house_chips(event: Event) -> int:
    match event:
        case e.RakeTaken(rake=rake, jackpot=jackpot):
            return rake + jackpot
        case e.SplashAdded(amount=amount):
            return -amount
        case e.HandVoided(splash=splash):
            return splash
    return 0


def without_undo_label(table: Table) -> Table:
    return msgspec.structs.replace(table, done=None)
