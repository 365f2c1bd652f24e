"""Fixtures: a table with hands, staff of each role, and their browsers."""

from dataclasses import dataclass, field

import pytest
from django.test import Client
from django.urls import reverse

from staff.models import Staff
from tests.support.room import PIN, TableDriver, create_game, create_staff
from tests.support.room_fixture import build_or_restore
from tests.support.table_fixtures import game, has_own_table, room

__all__ = ["game", "room"]
ROLES = ("dealer", "desk", "surveillance", "supervisor", "manager")
PASSWORD = "a long one for the test"


@dataclass
class House:
    """A table and its staff by role."""

    game: TableDriver
    people: dict[str, Staff] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """Return a client signed in with badge and PIN; anonymous is not signed in."""
        client = Client()
        if role != "anonymous":
            data = {"badge": self.people[role].badge, "pin": PIN}
            assert client.post(reverse("incidents:sign-in"), data).status_code == 302
        return client


@pytest.fixture
def house(request: pytest.FixtureRequest, db: None) -> House:
    """A game and staff of every role; the test's game if it has one."""
    if has_own_table(request):
        return _house_around(request.getfixturevalue("game"))
    return build_or_restore(_create_house)


def _create_house() -> House:
    return _house_around(create_game())


def _house_around(game: TableDriver) -> House:
    names = ("Wren", "Cobalt", "Lens", "Rowan", "Hornbeam")
    people = {
        role: create_staff(role, alias=name, badge=str(badge), password=PASSWORD)
        for badge, (role, name) in enumerate(zip(ROLES, names, strict=True), start=101)
    }
    return House(game, people)
