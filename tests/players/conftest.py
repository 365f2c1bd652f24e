"""Fixtures of the table tests, for tests of players."""

from tests.support.table_fixtures import _fast_hashes, game, room

__all__ = ["_fast_hashes", "game", "room"]
