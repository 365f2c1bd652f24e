"""Fixtures: a small room with two managers and its rulebook."""

from dataclasses import dataclass

import pytest

from rulings.models import Book
from rulings.rulebooks import book_of_room
from tables.models import Staff
from tests.tables.conftest import _quick, game, room
from tests.tables.room import Small, staff

__all__ = ["_quick", "game", "room"]


@dataclass
class House:
    """The room, its book, and who may change it."""

    small: Small
    book: Book
    hornbeam: Staff
    linden: Staff


@pytest.fixture
def house(room: Small) -> House:
    return House(
        small=room,
        book=book_of_room(room=room.table.room, now=room.now),
        hornbeam=staff("manager", alias="Hornbeam", badge="301"),
        linden=staff("manager", alias="Linden", badge="302"),
    )
