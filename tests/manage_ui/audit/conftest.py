"""Fixtures: a table with hands, staff of each role, and their browsers."""

from tests.support.audit_fixtures import _fast_hashes, game, house, room

__all__ = ["_fast_hashes", "game", "house", "room"]
