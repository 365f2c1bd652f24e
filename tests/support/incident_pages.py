"""Pages of incidents: clients, URLs, people."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from staff.models import Staff
from tests.support.room import PIN, create_staff


@pytest.fixture
def wren() -> Staff:
    return create_staff("dealer", alias="Wren", badge="101")


@pytest.fixture
def rowan() -> Staff:
    return create_staff("supervisor", alias="Rowan", badge="201")


def sign_in_client(badge: str) -> Client:
    client = Client()
    response = client.post(reverse("incidents:sign-in"), {"badge": badge, "pin": PIN})
    assert response.status_code == 302
    return client


def page_url(name: str, *args: object) -> str:
    return reverse(f"incidents:{name}", args=args)


def page_text(response: Any) -> str:
    return str(response.content.decode())
