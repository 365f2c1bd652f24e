"""A room with people of the school."""

from dataclasses import dataclass

from staff.models import Staff
from tests.support.room import TableDriver, create_room, create_staff
from tests.support.tablet import Tablet, create_tablet


@dataclass
class SchoolRoom:
    """A room with a tablet, a trainee and a trainer."""

    driver: TableDriver
    tablet: Tablet
    trainee: Staff
    trainer: Staff


def create_school_room() -> SchoolRoom:
    """Return a room with a paired tablet, without a game."""
    driver = create_room()
    rooms = [driver.table.room]
    return SchoolRoom(
        driver=driver,
        tablet=create_tablet(driver),
        trainee=create_staff("dealer", alias="Wren", badge="101", rooms=rooms),
        trainer=create_staff("supervisor", alias="Quill", badge="201", rooms=rooms),
    )
