"""A tablet as used by its page, without a browser."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client

from dealer_ui.auth import COOKIE
from tables.dealer_sign_in import dealer_push
from tables.models import Device
from tests.support.room import PIN, TableDriver, create_staff, pair_device


@dataclass
class Tablet:
    """A paired tablet; `seen` is the last sequence number shown on its page."""

    client: Client
    device: Device
    seen: int = 0

    def post(self, path: str, body: object) -> Any:
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        return self.client.post(f"/tablet/{path}", data, content_type="application/json")

    def tap(
        self, name: str, /, *, seen: int | None = None, id: str | None = None, **args: Any
    ) -> Any:
        response = self.post(
            "command",
            {
                "id": id or str(uuid4()),
                "seen": self.seen if seen is None else seen,
                "name": name,
                "args": args,
            },
        )
        if response.status_code == 200:
            self.seen = response.json()["seq"]
        return response

    def snapshot(self) -> dict[str, Any]:
        """Fetch the snapshot and store its sequence number."""
        shot: dict[str, Any] = self.client.get("/tablet/snapshot").json()
        self.seen = shot["seq"]
        return shot


def create_tablet(room: TableDriver, *, name: str = "Tablet") -> Tablet:
    """Return a paired tablet without a sign-in."""
    device, token = pair_device(room.table, name)
    client = Client(enforce_csrf_checks=False)
    client.cookies[COOKIE] = token
    return Tablet(client, device)


def sign_in_tablet(room: TableDriver, *, alias: str = "Wren", badge: str = "101") -> Tablet:
    """Return a tablet with a signed-in dealer and a fresh snapshot."""
    tablet = create_tablet(room, name=f"Tablet {alias}")
    dealer_push(
        device=tablet.device, staff=create_staff("dealer", alias=alias, badge=badge), now=room.now
    )
    tablet.snapshot()
    return tablet


def refusal(response: Any) -> tuple[int, str]:
    """Return status and code of a refusal, after checking its format and message."""
    body = json.loads(response.content)
    assert set(body) == {"code", "rule", "facts", "message", "seq"}
    assert body["message"].endswith((".", ")"))
    assert body["message"][:1].isupper() or body["message"][:1] in "$“"
    assert "None" not in body["message"]
    assert isinstance(body["facts"], dict)
    return response.status_code, body["code"]


__all__ = ["PIN", "Tablet", "create_tablet", "refusal", "sign_in_tablet"]
