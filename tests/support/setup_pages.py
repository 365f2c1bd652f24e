"""Fixtures: an empty installation, and a browser that goes through its setup."""

import re
from functools import partial
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from ops.installation import setup_code_make
from tests.support.page_roles import PageContent
from tests.support.room_fixture import build_or_restore

PASSWORD = "only-for-this-test"
YOU = {
    "username": "hornbeam",
    "alias": "Hornbeam",
    "password": PASSWORD,
    "again": PASSWORD,
    "badge": "1001",
    "pin": "271828",
}
ROOM = {
    "name": "Riverside",
    "minimum_age": "21",
    "name-0": "day",
    "begins-0": "06:00",
    "name-1": "night",
    "begins-1": "18:00",
}
GAMES = {"games": ["NL 1/3", "LHE 4/8"], "basis_points": "10", "cap": "5"}
TABLES = {"line": "T1-T4", "seats": "9", "section": "2", "plaque": ""}
FORMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("room", ROOM),
    ("games", GAMES),
    ("tables", TABLES),
)


class SetupClient:
    def __init__(self) -> None:
        self.client = Client()

    def enter_code(self) -> None:
        """Open the printed link."""
        code = setup_code_make(now=timezone.now())
        assert self.client.get("/setup", {"code": code}).headers["Location"] == "/setup/you"

    def post(self, step: str, data: dict[str, Any]) -> Any:
        return self.client.post(f"/setup/{step}", data)

    def confirm_factor(self) -> Any:
        """Send the digits shown by the authenticator app."""
        device = TOTPDevice.objects.get(user__username="hornbeam")
        totp = TOTP(device.bin_key)
        totp.time = timezone.now().timestamp()
        return self.post("factor", {"code": f"{totp.token():06d}"})

    def become_manager(self) -> None:
        """Do step 1, once per run; after that its rows and the browser's cookies are restored."""
        self.reach("room")

    def reach(self, step: str) -> None:
        """Do all steps before one, each once per run."""
        self.client.cookies = build_or_restore(BEFORE[step])

    def do_first_step(self) -> None:
        """Enter the code, make the account and confirm its second factor."""
        self.enter_code()
        assert self.post("you", YOU).headers["Location"] == "/setup/factor"
        self.client.get("/setup/factor")
        assert len(recovery_codes(self.confirm_factor())) == 10

    @property
    def user(self) -> User:
        """The first manager's account."""
        return User.objects.get(username="hornbeam")


def _do_steps(before: str) -> SimpleCookie:
    """Do the first step and those before this one; return the browser's cookies."""
    setup = SetupClient()
    setup.do_first_step()
    for name, data in FORMS:
        if name == before:
            break
        response = setup.post(name, data)
        assert response.status_code == 302, response.content.decode()
    return setup.client.cookies


BEFORE = {step: partial(_do_steps, step) for step in ("room", "games", "tables", "staff")}


def recovery_codes(response: Any) -> list[str]:
    items = PageContent(response).names("item")
    return [item for item in items if re.fullmatch(r"\w{4}-\w{4}-\w{4}", item)]


def location(response: Any) -> str:
    """Return the redirect target of a response."""
    return str(response.headers.get("Location", ""))


@pytest.fixture
def setup(db: None) -> SetupClient:
    """A browser at an empty installation."""
    return SetupClient()
