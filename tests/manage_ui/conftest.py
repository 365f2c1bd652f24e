"""Fixtures: a small room with a game, and two managers at its settings."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import Staff
from tests.tables.conftest import _quick, game, room
from tests.tables.room import Small, staff

__all__ = ["_quick", "game", "room"]
FIELD = re.compile(r'<input type="hidden" name="seen" value="(\w*)"')
SURE = re.compile(r'name="sure" value="(\w+)"')
ROOM = {
    "name": "Small room",
    "minimum_age": "",
    "incidentals_cap": "0",
    "lock_minutes": "15",
    "tablet_silent_seconds": "60",
    "slow_percent": "20",
}
SHIFTS = {
    "name__0": "day",
    "begins__0": "06:00",
    "name__1": "swing",
    "begins__1": "14:00",
    "name__2": "grave",
    "begins__2": "22:00",
    "threshold": "25",
}


@dataclass
class Page:
    """What came back."""

    status: int
    text: str
    to: str

    @property
    def seen(self) -> str:
        """The stamp that the page's form sends."""
        match = FIELD.search(self.text)
        assert match, self.text
        return match[1]

    @property
    def sure(self) -> str:
        """What the second tap sends; "" where none is asked for."""
        match = SURE.search(self.text)
        return match[1] if match else ""


@dataclass
class Manage:
    """Somebody at the settings."""

    client: Client
    staff: Staff

    def get(self, name: str, /, *args: object, query: str = "") -> Page:
        """Open a page."""
        return _page(self.client.get(reverse(f"manage:{name}", args=args) + query))

    def post(self, name: str, /, *args: object, **said: Any) -> Page:
        """Send a form as it is said."""
        data = {key.replace("__", "-"): value for key, value in said.items()}
        return _page(self.client.post(reverse(f"manage:{name}", args=args), data))

    def save(self, name: str, /, *args: object, **said: Any) -> Page:
        """Open, send, and say yes where it is asked for."""
        seen = self.get(name, *args).seen
        first = self.post(name, *args, seen=seen, **said)
        return self.post(name, *args, seen=seen, sure=first.sure, **said) if first.sure else first


def _page(answer: Any) -> Page:
    text = unescape(answer.content.decode())
    return Page(answer.status_code, " ".join(text.split()), answer.headers.get("Location", ""))


def signed_in(staff: Staff) -> Client:
    """A browser after name and password."""
    client = Client()
    client.force_login(staff.user, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def hornbeam(game: Small) -> Manage:
    """A manager."""
    one = staff("manager", alias="Hornbeam", badge="301")
    return Manage(signed_in(one), one)


@pytest.fixture
def linden(game: Small) -> Manage:
    """Another one."""
    one = staff("manager", alias="Linden", badge="302")
    return Manage(signed_in(one), one)
