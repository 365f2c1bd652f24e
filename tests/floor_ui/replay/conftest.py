"""Fixtures: a game with a floor call, and staff who may read hands."""

from tests.floor_ui.conftest import _fast_hashes, desk, floor, game, room

__all__ = ["_fast_hashes", "desk", "floor", "game", "room"]
