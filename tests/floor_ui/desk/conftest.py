"""A desk with one open table, and staff of each role."""

from tests.support.desk_fixtures import _clear_caches, desk, desk_client

__all__ = ["_clear_caches", "desk", "desk_client"]
