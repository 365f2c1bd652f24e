"""A room with a table and its dealers."""

from tests.support.shift_fixtures import _fast_hashes, shift

__all__ = ["_fast_hashes", "shift"]
