"""Fixtures: the floor's tests' game with a call, and people who may read hands."""

from tests.floor_ui.conftest import _quick, desk, floor, game, room

__all__ = ["_quick", "desk", "floor", "game", "room"]
