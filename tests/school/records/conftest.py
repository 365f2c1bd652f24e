"""Fixtures of training records."""

import pytest

from tests.support.school_room import SchoolRoom, create_school_room


@pytest.fixture
def school(db: None) -> SchoolRoom:
    """A room with a tablet, a trainee and a trainer."""
    return create_school_room()
