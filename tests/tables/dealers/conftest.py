"""A room with a table and its dealers."""

from tests.support.shift_fixtures import shift

__all__ = ["shift"]
