"""Fixtures of the table tests, for tests of players."""

from tests.tables.conftest import _fast_hashes, game, room

__all__ = ["_fast_hashes", "game", "room"]
