"""A push service on loopback, phones that decrypt its messages, and supervisors on duty."""

import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from lineup.actions import lineup_execute
from lineup.rules.commands import SetSection
from outbox.phones.models import AlertPhone
from poker import commands as c
from rulings.alerts.delivery import deliver_alerts
from rulings.calls.models import Call
from staff.models import Room, Staff
from tests.support.floor_fixtures import sign_in_client
from tests.support.http_receiver import serve
from tests.support.room import TableDriver, create_staff

AGENT = "Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537"


def encoded(content: bytes) -> str:
    """Return unpadded base64url, the format of browsers' keys."""
    return urlsafe_b64encode(content).decode().rstrip("=")


@dataclass
class StubPhone:
    """A supervisor's browser: its keys, its subscription, and the signed-in client."""

    staff: Staff
    client: Client
    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def subscription(self) -> dict[str, str]:
        """Return the subscription that the page posts."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"public_key": encoded(point), "auth_secret": encoded(self.secret)}
        return {"endpoint": self.endpoint} | keys

    @property
    def row(self) -> AlertPhone:
        return AlertPhone.objects.get(endpoint=self.endpoint)

    def allow(self, **changes: str) -> Any:
        data = self.subscription | changes
        return self.client.post(reverse("floor:phone-allow"), data, headers={"User-Agent": AGENT})

    def duty(self, room: Room, duty: str = "on") -> Any:
        return self.client.post(reverse("floor:phone-duty"), {"room": room.pk, "duty": duty})

    def post(self, action: str, **data: str) -> Any:
        """Post as the service worker does: without a form's token, with the browser's cookies."""
        return self.client.post(reverse(f"floor:phone-{action}"), data)

    def read(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        content: dict[str, Any] = json.loads(text)
        return content


@dataclass
class PushRoom:
    """A table, a push service, and its phones."""

    game: TableDriver
    url: str
    requests: list[tuple[str, dict[str, str], bytes]]
    statuses: list[int]  # of the next answers; then 201
    phones: dict[str, StubPhone] = field(default_factory=dict)

    @property
    def room(self) -> Room:
        return self.game.table.room

    @property
    def call(self) -> Call:
        return Call.objects.order_by("-pk")[0]

    def add_phone(
        self,
        alias: str,
        badge: str,
        *,
        role: str = "supervisor",
        rooms: list[Room] | None = None,
        on_duty: bool = True,
    ) -> StubPhone:
        """Return a phone of a new staff member that may ring, on duty in the table's room."""
        staff = create_staff(role, alias=alias, badge=badge, rooms=rooms)
        phone = StubPhone(staff, sign_in_client(badge), f"{self.url}/{alias}")
        assert phone.allow().status_code == 302
        if on_duty:
            assert phone.duty(self.room).status_code == 302
        self.phones[f"/{alias}"] = phone
        return phone

    def add_section(self, phone: StubPhone, *tables: str) -> None:
        """Give tables to a supervisor."""
        staff = phone.staff
        lineup_execute(
            room_id=self.room.pk,
            command_id=str(uuid4()),
            command=SetSection(staff.key, staff.alias, tables),
            actor=staff.key,
            now=self.game.now,
        )

    def call_floor(self, key: str = "") -> Call:
        """Call the floor now, and report what happened."""
        self.game.now = timezone.now()
        self.game.execute(c.CallFloor())
        if key:
            self.game.execute(c.Report(key))
        return self.call

    def deliver(self, after: timedelta = timedelta()) -> list[tuple[str, dict[str, Any]]]:
        """Send what is due; return the recipients with their decrypted alerts."""
        before = len(self.requests)
        moment = timezone.now() + timedelta(milliseconds=10) + after

        def now() -> datetime:
            return moment

        deliver_alerts(now)
        return [
            (path.strip("/"), self.phones[path].read(body))
            for path, _, body in self.requests[before:]
        ]

    def ring(self) -> dict[str, Any]:
        """Call the floor and return the only alert that this sends."""
        self.call_floor()
        [(_, alert)] = self.deliver()
        return alert


@pytest.fixture
def push(game: TableDriver, settings: Settings) -> Iterator[PushRoom]:
    settings.HOOKS_HTTP = True  # to this machine
    statuses: list[int] = []

    def respond(request: Any) -> None:
        request.send_response(statuses.pop(0) if statuses else 201)
        request.end_headers()

    with serve(respond) as (url, requests):
        yield PushRoom(game, url.partition("/told")[0], requests, statuses)
