"""Fixtures: a small room with two managers and its rulebook."""

from dataclasses import dataclass

import pytest

from rulings.models import Book
from rulings.rulebooks import book_of_room
from staff.models import Staff
from tests.support.room import TableDriver, create_staff
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]


@dataclass
class House:
    """The room, its rulebook, and two managers."""

    driver: TableDriver
    book: Book
    hornbeam: Staff
    linden: Staff


@pytest.fixture
def house(room: TableDriver) -> House:
    return House(
        driver=room,
        book=book_of_room(room=room.table.room, now=room.now),
        hornbeam=create_staff("manager", alias="Hornbeam", badge="301"),
        linden=create_staff("manager", alias="Linden", badge="302"),
    )
