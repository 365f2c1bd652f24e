"""Fixtures of what is kept."""

from tests.tables.conftest import _quick, game, room

__all__ = ["_quick", "game", "room"]
