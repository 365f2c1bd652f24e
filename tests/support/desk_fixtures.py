"""A desk with one open table, and staff of each role."""

import pytest
from django.test import Client

from tests.support.desk import Desk, create_desk
from tests.support.room import PIN, create_staff

ROLES = ("dealer", "desk", "supervisor", "manager", "surveillance")


@pytest.fixture
def desk(db: None) -> Desk:
    """T1 with four players, open; an empty waitlist for its game."""
    return create_desk()


def sign_in_client(role: str, badge: str = "401") -> Client:
    """Return a client after a staff member with this role tried to sign in at the desk."""
    create_staff(role, alias=f"Cobalt {role}", badge=badge)
    client = Client()
    client.post("/desk/sign-in", {"badge": badge, "pin": PIN})
    return client


@pytest.fixture
def desk_client(desk: Desk) -> Client:
    return sign_in_client("desk")
