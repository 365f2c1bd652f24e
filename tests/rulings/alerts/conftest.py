"""Fixtures: a table, and a push service on loopback."""

from tests.support.alert_fixtures import push
from tests.support.table_fixtures import game, room

__all__ = ["game", "push", "room"]
