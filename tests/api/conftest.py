"""Fixtures: a small room, programs that ask it, and how they do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from api.integrations import integration_make, token_make
from api.models import Hook, Integration
from api.scopes import SCOPES
from api.webhooks.event_types import KINDS
from tables.models import Room
from tests.api.house import House, house_of
from tests.tables.conftest import _quick, game, room
from tests.tables.room import Small

__all__ = ["_quick", "game", "room"]


@pytest.fixture(autouse=True)
def _unhurried(settings: Settings) -> None:
    """No test has to wait a minute; programs of other tests had the same numbers."""
    settings.API_RATE = settings.API_WRITE_RATE = settings.API_STRANGERS = 100_000
    caches["api"].clear()


@dataclass
class Program:
    """Another program with its token."""

    integration: Integration
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """As it sends them."""
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str, **query: Any) -> Any:
        """Below /api/v1/."""
        return Client().get(f"/api/v1/{path}", query, headers=self.headers)

    def post(self, path: str, body: Any = None, **said: Any) -> Any:
        """JSON, or bytes as they are."""
        return Client().post(
            f"/api/v1/{path}",
            {} if body is None else body,
            content_type="application/json",
            headers=self.headers,
            **said,
        )

    def delete(self, path: str) -> Any:
        """Take away."""
        return Client().delete(f"/api/v1/{path}", headers=self.headers)

    def command(self, table: int, tap: str, seen: int, **args: Any) -> Any:
        """A tap."""
        body = {"id": str(uuid4()), "seen": seen, "name": tap, "args": args}
        return self.post(f"tables/{table}/commands/", body)


Make = Callable[..., Program]


def carried_by(role: str) -> list[str]:
    """Every scope that a role carries."""
    from django.contrib.auth.models import Group

    from api.integrations import permissions_of, role_allows_scope

    has = permissions_of(Group.objects.get(name=role))
    return [scope for scope in SCOPES if role_allows_scope(has, scope)]


@pytest.fixture
def program(db: None) -> Make:
    """Let a program in: with all that its role carries, where nothing else is said."""

    def make(
        role: str = "manager", *scopes: str, room: Room | None = None, name: str = ""
    ) -> Program:
        now = timezone.now()
        integration = integration_make(
            name=name or f"{role}-{Integration.objects.count()}",
            role=role,
            scopes=scopes or carried_by(role),
            room=room,
            by=None,
            now=now,
        )
        return Program(
            integration, token_make(integration=integration, days=None, by=None, now=now)[1]
        )

    return make


@pytest.fixture
def house(game: Small) -> House:
    """One of everything."""
    return house_of(game)


@pytest.fixture
def hook(game: Small, program: Make) -> Hook:
    """An address that is told of everything."""
    asks = program("manager", name="told")
    data = {"url": "https://seating.example/floorbook", "events": list(KINDS)}
    made = asks.post("webhooks/", data)
    assert made.status_code == 201, made.content
    return Hook.objects.get(pk=made.json()["hook"]["id"])
