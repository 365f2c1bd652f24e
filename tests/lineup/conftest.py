"""Fixtures: a room with a table and its dealers, a floor call, and signed-in clients."""

from tests.support.floor_fixtures import desk, floor, game, room
from tests.support.shift_fixtures import shift

__all__ = ["desk", "floor", "game", "room", "shift"]
