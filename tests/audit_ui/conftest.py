"""Fixtures: a table with hands behind it, people of each role, and their browsers."""

from dataclasses import dataclass, field

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import Staff
from tests.tables.conftest import _quick, game, room
from tests.tables.room import PIN, Small, staff

__all__ = ["_quick", "game", "room"]
ROLES = ("dealer", "desk", "surveillance", "supervisor", "manager")
PASSWORD = "a long one for the test"


@dataclass
class House:
    """A table and who works there: aliases and badges by role."""

    game: Small
    people: dict[str, Staff] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """After badge and PIN, at a door that asks for no role; anonymous has not signed in."""
        client = Client()
        if role != "anonymous":
            data = {"badge": self.people[role].badge, "pin": PIN}
            assert client.post(reverse("incidents:sign-in"), data).status_code == 302
        return client


@pytest.fixture
def house(game: Small) -> House:
    names = ("Wren", "Cobalt", "Lens", "Rowan", "Hornbeam")
    people = {
        role: staff(role, alias=name, badge=str(badge), password=PASSWORD)
        for badge, (role, name) in enumerate(zip(ROLES, names, strict=True), start=101)
    }
    return House(game, people)
