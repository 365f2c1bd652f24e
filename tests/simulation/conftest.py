"""Fixtures of simulated nights."""

from tests.support.table_fixtures import _fast_hashes

__all__ = ["_fast_hashes"]
