"""Fixtures: a table with hands, staff of each role, and their browsers."""

from tests.support.audit_fixtures import game, house, room

__all__ = ["game", "house", "room"]
