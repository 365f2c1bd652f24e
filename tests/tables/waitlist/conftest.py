"""A room with two tables and a waitlist."""

import pytest

from tests.tables.conftest import _fast_hashes
from tests.tables.waitlist.desk import Desk, create_desk

__all__ = ["_fast_hashes"]


@pytest.fixture
def desk(db: None) -> Desk:
    """T1 with four players, open; an empty waitlist for its game."""
    return create_desk()
