"""Fixtures: a small room and API clients with tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from outbox.webhooks.event_types import KINDS
from outbox.webhooks.models import Webhook
from staff.integrations import integration_make, token_make
from staff.models import Integration, Room
from staff.scopes import SCOPES
from tests.support.api_house import House, create_house
from tests.support.room import TableDriver
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]


@pytest.fixture(autouse=True)
def _unlimited_rates(settings: Settings) -> None:
    """Lift the rate limits and clear the counters of other tests' clients."""
    settings.API_RATE = settings.API_WRITE_RATE = settings.API_STRANGERS = 100_000
    caches["api"].clear()


@dataclass
class ApiClient:
    integration: Integration
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str, **query: Any) -> Any:
        return Client().get(f"/api/v1/{path}", query, headers=self.headers)

    def post(self, path: str, body: Any = None, **options: Any) -> Any:
        """Send JSON, or bytes unchanged."""
        return Client().post(
            f"/api/v1/{path}",
            {} if body is None else body,
            content_type="application/json",
            headers=self.headers,
            **options,
        )

    def delete(self, path: str) -> Any:
        return Client().delete(f"/api/v1/{path}", headers=self.headers)

    def command(self, table: int, tap: str, seen: int, **args: Any) -> Any:
        body = {"id": str(uuid4()), "seen": seen, "name": tap, "args": args}
        return self.post(f"tables/{table}/commands/", body)


CreateClient = Callable[..., ApiClient]


def role_scopes(role: str) -> list[str]:
    """Return every scope that a role's permissions allow."""
    from django.contrib.auth.models import Group

    from staff.integrations import permissions_of, role_allows_scope

    permissions = permissions_of(Group.objects.get(name=role))
    return [scope for scope in SCOPES if role_allows_scope(permissions, scope)]


@pytest.fixture
def create_client(db: None) -> CreateClient:
    """Create an API client; without scopes, it gets all scopes of its role."""

    def create(
        role: str = "manager", *scopes: str, room: Room | None = None, name: str = ""
    ) -> ApiClient:
        now = timezone.now()
        integration = integration_make(
            name=name or f"{role}-{Integration.objects.count()}",
            role=role,
            scopes=scopes or role_scopes(role),
            room=room,
            by=None,
            now=now,
        )
        return ApiClient(
            integration, token_make(integration=integration, days=None, by=None, now=now)[1]
        )

    return create


@pytest.fixture
def house(game: TableDriver) -> House:
    """A room with one of everything in the API."""
    return create_house(game)


@pytest.fixture
def webhook(game: TableDriver, create_client: CreateClient) -> Webhook:
    """A webhook that receives every event."""
    client = create_client("manager", name="told")
    data = {"url": "https://seating.example/floorbook", "events": list(KINDS)}
    response = client.post("webhooks/", data)
    assert response.status_code == 201, response.content
    return Webhook.objects.get(pk=response.json()["hook"]["id"])
