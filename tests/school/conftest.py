"""Fixtures of the table tests."""

from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]
