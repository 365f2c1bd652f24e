"""A room with two tables and a list."""

import pytest

from tests.tables.conftest import _quick
from tests.tables.lists.desk import Desk, desk_of

__all__ = ["_quick"]


@pytest.fixture
def desk(db: None) -> Desk:
    """T1 with four players, open; an empty list for its game."""
    return desk_of()
