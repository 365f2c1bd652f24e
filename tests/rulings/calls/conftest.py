"""Fixtures: a table where the turn came too early, its dealer, two supervisors and a manager."""

from tests.support.call_fixtures import floor, game, room

__all__ = ["floor", "game", "room"]
