"""Fixtures: a small room with two managers and its rulebook."""

from tests.support.rulebook_fixtures import _fast_hashes, game, house, room

__all__ = ["_fast_hashes", "game", "house", "room"]
