"""Fixtures: a game with a floor call, and staff who may read hands."""

from tests.support.floor_fixtures import _fast_hashes, desk, floor, game, room

__all__ = ["_fast_hashes", "desk", "floor", "game", "room"]
