"""A room with a tablet, a trainee and a trainer."""

from dataclasses import dataclass

import pytest

from staff.models import Staff
from tests.support.room import TableDriver, create_room, create_staff
from tests.support.tablet import Tablet, create_tablet


@dataclass
class SchoolRoom:
    """A room with people of the school."""

    driver: TableDriver
    tablet: Tablet
    trainee: Staff
    trainer: Staff


@pytest.fixture
def school(db: None) -> SchoolRoom:
    """A room whose tablet is paired, without a game."""
    driver = create_room()
    rooms = [driver.table.room]
    return SchoolRoom(
        driver=driver,
        tablet=create_tablet(driver),
        trainee=create_staff("dealer", alias="Wren", badge="101", rooms=rooms),
        trainer=create_staff("supervisor", alias="Quill", badge="201", rooms=rooms),
    )
