"""Fixtures: a floor call and signed-in clients."""

from tests.support.floor_fixtures import desk, floor, game, room

__all__ = ["desk", "floor", "game", "room"]
