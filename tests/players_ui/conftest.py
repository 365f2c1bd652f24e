"""The rooms of the tables' tests."""

from tests.tables.conftest import _quick, game, room

__all__ = ["_quick", "game", "room"]
