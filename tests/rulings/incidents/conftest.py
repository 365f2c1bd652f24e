"""Fixtures of the table tests."""

from tests.support.table_fixtures import _fast_hashes, game, room

__all__ = ["_fast_hashes", "game", "room"]
