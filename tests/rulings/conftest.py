"""Fixtures: a small room with two managers and its rulebook."""

from tests.support.rulebook_fixtures import game, house, room

__all__ = ["game", "house", "room"]
