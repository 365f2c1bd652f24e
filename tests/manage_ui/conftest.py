"""Fixtures: a small room with a game, and two managers at its settings."""

from tests.support.manage_fixtures import _fast_hashes, game, hornbeam, linden, room

__all__ = ["_fast_hashes", "game", "hornbeam", "linden", "room"]
