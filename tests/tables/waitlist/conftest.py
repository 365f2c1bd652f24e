"""A room with two tables and a waitlist."""

import pytest

from tests.support.desk import Desk, create_desk


@pytest.fixture
def desk(db: None) -> Desk:
    """T1 with four players, open; an empty waitlist for its game."""
    return create_desk()
