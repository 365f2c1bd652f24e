"""Fixtures: a table with a drop, its drop box, and staff."""

from tests.support.drop_fixtures import game, house, room

__all__ = ["game", "house", "room"]
