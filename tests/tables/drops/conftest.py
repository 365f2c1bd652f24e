"""Fixtures: a table with a drop, its drop box, and staff."""

from tests.support.drop_fixtures import _fast_hashes, game, house, room

__all__ = ["_fast_hashes", "game", "house", "room"]
