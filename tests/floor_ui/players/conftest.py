"""Fixtures of the table tests."""

from tests.tables.conftest import _fast_hashes, game, room

__all__ = ["_fast_hashes", "game", "room"]
