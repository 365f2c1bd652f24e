"""The rooms of the tables' tests, for what their players are refused."""

from tests.tables.conftest import _quick, game, room

__all__ = ["_quick", "game", "room"]
