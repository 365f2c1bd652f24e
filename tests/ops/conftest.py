"""Fixtures of the operations tests."""

from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]
