"""Fixtures: a floor call and signed-in clients."""

from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from rulings.calls.models import Call
from tests.support.call_fixtures import Floor, create_floor, floor, game, room
from tests.support.room import PIN, create_staff
from tests.support.room_fixture import build_or_restore
from tests.support.table_fixtures import has_own_table

__all__ = ["floor", "game", "room"]


def sign_in_client(badge: str) -> Client:
    """Return a client signed in with badge and PIN, without a role check."""
    client = Client()
    client.post(reverse("incidents:sign-in"), {"badge": badge, "pin": PIN})
    return client


@dataclass
class CallDesk:
    """A call at T1 and the badges by role."""

    floor: Floor
    call: Call
    badges: dict[str, str]

    def client(self, role: str) -> Client:
        """Return a client of this role; anonymous is not signed in."""
        return Client() if role == "anonymous" else sign_in_client(self.badges[role])

    def call_url(self, action: str = "") -> str:
        return reverse(f"floor:{action or 'call'}", args=[self.call.pk])

    def ruling_data(self, badge: str = "201", **fields: object) -> dict[str, object]:
        """Return the form data of a final ruling."""
        return {"badge": badge, "pin": PIN, "seen": self.floor.game.seq} | fields


@pytest.fixture
def desk(request: pytest.FixtureRequest, db: None) -> CallDesk:
    """A floor call; at the test's floor or table if it has one."""
    if has_own_table(request) or "floor" in request.fixturenames:
        return call_at(request.getfixturevalue("floor"))
    return build_or_restore(_create_call)


def _create_call() -> CallDesk:
    return call_at(create_floor())


def call_at(floor: Floor) -> CallDesk:
    """Return a call at this floor, with staff of every role."""
    extra_staff = {
        "surveillance": create_staff("surveillance", alias="Lens", badge="401"),
        "desk": create_staff("desk", alias="Lilac", badge="501"),
    }
    badges = {"dealer": "101", "supervisor": "201", "manager": "301"}
    badges |= {role: member.badge for role, member in extra_staff.items()}
    return CallDesk(floor, floor.call_early_turn(), badges)
