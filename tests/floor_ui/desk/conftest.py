"""A desk with one open table, and staff of each role."""

from tests.support.desk_fixtures import desk, desk_client

__all__ = ["desk", "desk_client"]
