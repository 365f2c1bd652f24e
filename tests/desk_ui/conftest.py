"""A desk with one open table, and somebody of each role."""

import pytest
from django.test import Client

from desk_ui.shared_cache import clear_all
from tests.tables.conftest import _quick
from tests.tables.lists.desk import Desk, desk_of
from tests.tables.room import PIN, staff

__all__ = ["_quick"]
ROLES = ("dealer", "desk", "supervisor", "manager", "surveillance")


@pytest.fixture
def desk(db: None) -> Desk:
    """T1 with four players, open; an empty list for its game."""
    return desk_of()


def signed_in(role: str, badge: str = "401") -> Client:
    """A browser in which somebody of a role tried to sign in at the desk."""
    staff(role, alias=f"Cobalt {role}", badge=badge)
    client = Client()
    client.post("/desk/sign-in", {"badge": badge, "pin": PIN})
    return client


@pytest.fixture
def cobalt(desk: Desk) -> Client:
    """The desk, signed in."""
    return signed_in("desk")


@pytest.fixture(autouse=True)
def _anew() -> None:
    """Another test's room has the same number."""
    clear_all()
