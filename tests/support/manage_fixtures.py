"""Fixtures: a small room with a game, and two managers at its settings."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from staff.models import Staff
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]
SEEN_FIELD = re.compile(r'<input type="hidden" name="seen" value="(\w*)"')
CONFIRMATION_FIELD = re.compile(r'name="sure" value="(\w+)"')
ROOM = {
    "name": "Small room",
    "minimum_age": "",
    "incidentals_cap": "0",
    "lock_minutes": "15",
    "tablet_silent_seconds": "60",
    "slow_percent": "20",
    "unseen_call_seconds": "60",
    "dealers_seat": "on",
    "silent_seat_seconds": "20",
    "turn_clock_seconds": "30",
    "chip_colors": "1: white, 5: red, 25: green, 100: black, 500: purple, 1000: yellow, 5000: orange",
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
    status: int
    text: str
    redirect_url: str

    @property
    def seen(self) -> str:
        match = SEEN_FIELD.search(self.text)
        assert match, self.text
        return match[1]

    @property
    def field_errors(self) -> list[str]:
        """Return the descriptions of the invalid fields, which contain their errors."""
        fields = PageContent(self.text).fields()
        return [field.description for field in fields if field.is_invalid]

    @property
    def errors(self) -> str:
        """Return the alerts and the messages of the invalid fields."""
        return " ".join([*PageContent(self.text).names("alert"), *self.field_errors])

    @property
    def confirmation(self) -> str:
        """Return the value that confirms the form, or an empty string."""
        match = CONFIRMATION_FIELD.search(self.text)
        return match[1] if match else ""


@dataclass
class ManagerClient:
    """A manager's client at the settings."""

    client: Client
    staff: Staff

    def get(self, name: str, /, *args: object, query: str = "") -> Page:
        return _parse_page(self.client.get(reverse(f"manage:{name}", args=args) + query))

    def post(self, name: str, /, *args: object, **fields: Any) -> Page:
        """Send a form with these fields."""
        data = {key.replace("__", "-"): value for key, value in fields.items()}
        return _parse_page(self.client.post(reverse(f"manage:{name}", args=args), data))

    def save(self, name: str, /, *args: object, **fields: Any) -> Page:
        """Open and send a form, and confirm it if requested."""
        fingerprint = self.get(name, *args).seen
        page = self.post(name, *args, seen=fingerprint, **fields)
        return (
            self.post(name, *args, seen=fingerprint, sure=page.confirmation, **fields)
            if page.confirmation
            else page
        )


def _parse_page(response: Any) -> Page:
    text = unescape(response.content.decode())
    return Page(response.status_code, " ".join(text.split()), response.headers.get("Location", ""))


def sign_in_client(staff: Staff) -> Client:
    client = Client()
    client.force_login(staff.user, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def hornbeam(game: TableDriver) -> ManagerClient:
    manager = create_staff("manager", alias="Hornbeam", badge="301")
    return ManagerClient(sign_in_client(manager), manager)


@pytest.fixture
def linden(game: TableDriver) -> ManagerClient:
    manager = create_staff("manager", alias="Linden", badge="302")
    return ManagerClient(sign_in_client(manager), manager)
