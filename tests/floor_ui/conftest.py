"""Fixtures: the floor of the rulings' tests, and people at its pages."""

from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from rulings.calls.models import Call
from tests.rulings.calls.conftest import Floor, _quick, floor, game, room
from tests.tables.room import PIN, staff

__all__ = ["_quick", "floor", "game", "room"]


def signed_in(badge: str) -> Client:
    """Somebody's browser after badge and PIN, at a door that asks for no role: the pages ask."""
    client = Client()
    client.post(reverse("incidents:sign-in"), {"badge": badge, "pin": PIN})
    return client


@dataclass
class Desk:
    """A call at T1 and who may look at it, by role."""

    floor: Floor
    call: Call
    badges: dict[str, str]

    def client(self, role: str) -> Client:
        """The browser of a role; anonymous has not signed in."""
        return Client() if role == "anonymous" else signed_in(self.badges[role])

    def at(self, act: str = "") -> str:
        """An address of the call."""
        return reverse(f"floor:{act or 'call'}", args=[self.call.pk])

    def by(self, badge: str = "201", **said: object) -> dict[str, object]:
        """What a final word is sent with."""
        return {"badge": badge, "pin": PIN, "seen": self.floor.game.seq} | said


@pytest.fixture
def desk(floor: Floor) -> Desk:
    others = {
        "surveillance": staff("surveillance", alias="Lens", badge="401"),
        "desk": staff("desk", alias="Lilac", badge="501"),
    }
    badges = {"dealer": "101", "supervisor": "201", "manager": "301"}
    badges |= {role: staff.badge for role, staff in others.items()}
    return Desk(floor, floor.early_turn(), badges)
