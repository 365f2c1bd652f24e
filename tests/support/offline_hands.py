"""Hands dealt on a tablet without the room."""

import pytest

from poker import commands as c
from poker.stakes import Stakes
from tests.support.device import Device, Line
from tests.support.engine_room import open_room

LIMIT = Stakes(
    game="holdem",
    limit="split",
    small_bet=400,
    big_bet=800,
    blinds=(200, 400),
    chips=(100, 500),
    buy_in_min=4000,
    buy_in_max=400000,
)


@pytest.fixture
def line() -> Line:
    """A room with one tablet, which has the table and no network."""
    room = open_room(LIMIT, players=3)
    line = Line(room, [Device(room, 0)])
    line.settle()
    line.devices[0].cut()
    return line


def tap(line: Line, name: str, **args: object) -> str:
    line.now += 1000
    return line.devices[0].tap(name, args, line.now)


def deal_hand(line: Line) -> list[str]:
    """Deal a hand that everyone folds to the big blind; return the taps."""
    seats = [part.seat for part in first_folds(line)]
    taps = [tap(line, "act", seat=seat, what="fold") for seat in seats]
    hand = line.devices[0].session.current.table.hand
    assert hand is not None
    return [*taps, tap(line, "award", seats=[hand.live()[0].seat])]


def first_folds(line: Line) -> list[c.Act]:
    order = {1: (1, 2), 2: (2, 3), 3: (3, 1)}
    table = line.devices[0].session.current.table
    button = table.button % 3 + 1 if table.hands else 3
    return [c.Act(seat, "fold") for seat in order[button]]
