"""Fixtures of the table tests, for tests of players."""

from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]
