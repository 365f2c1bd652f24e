"""Fixtures: a floor call and signed-in clients."""

from tests.support.floor_fixtures import _fast_hashes, desk, floor, game, room

__all__ = ["_fast_hashes", "desk", "floor", "game", "room"]
