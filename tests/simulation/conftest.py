"""Fixtures of simulated nights."""

from tests.tables.conftest import _fast_hashes

__all__ = ["_fast_hashes"]
