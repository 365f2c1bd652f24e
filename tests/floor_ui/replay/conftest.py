"""Fixtures: a game with a floor call, and staff who may read hands."""

from tests.support.floor_fixtures import desk, floor, game, room

__all__ = ["desk", "floor", "game", "room"]
