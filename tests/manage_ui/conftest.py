"""Fixtures: a small room with a game, and two managers at its settings."""

from tests.support.manage_fixtures import game, hornbeam, linden, room

__all__ = ["game", "hornbeam", "linden", "room"]
