"""Fixtures of simulated nights."""

from tests.tables.conftest import _quick

__all__ = ["_quick"]
