"""A tablet as its page uses it, without a browser."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client

from dealer_ui.auth import COOKIE
from tables.dealer_sign_in import dealer_push
from tables.models import Device
from tests.tables.room import PIN, Small, paired, staff


@dataclass
class Tablet:
    """A paired tablet; `seen` is what its page saw last."""

    client: Client
    device: Device
    seen: int = 0

    def post(self, path: str, body: object) -> Any:
        """Post JSON."""
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        return self.client.post(f"/tablet/{path}", data, content_type="application/json")

    def tap(
        self, name: str, /, *, seen: int | None = None, id: str | None = None, **args: Any
    ) -> Any:
        """Send a command."""
        answer = self.post(
            "command",
            {
                "id": id or str(uuid4()),
                "seen": self.seen if seen is None else seen,
                "name": name,
                "args": args,
            },
        )
        if answer.status_code == 200:
            self.seen = answer.json()["seq"]
        return answer

    def look(self) -> dict[str, Any]:
        """Take a snapshot."""
        shot: dict[str, Any] = self.client.get("/tablet/snapshot").json()
        self.seen = shot["seq"]
        return shot


def tablet_of(room: Small, *, name: str = "Tablet") -> Tablet:
    """A paired tablet at which nobody is signed in."""
    device, token = paired(room.table, name)
    client = Client(enforce_csrf_checks=False)
    client.cookies[COOKIE] = token
    return Tablet(client, device)


def dealt(room: Small, *, alias: str = "Wren", badge: str = "101") -> Tablet:
    """A tablet with a dealer who has looked at the table."""
    tablet = tablet_of(room, name=f"Tablet {alias}")
    dealer_push(device=tablet.device, staff=staff("dealer", alias=alias, badge=badge), now=room.now)
    tablet.look()
    return tablet


def refusal(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal, which always has the same shape and a sentence."""
    body = json.loads(answer.content)
    assert set(body) == {"code", "rule", "facts", "message", "seq"}
    assert body["message"].endswith((".", ")"))
    assert body["message"][:1].isupper() or body["message"][:1] in "$“"
    assert "None" not in body["message"]
    assert isinstance(body["facts"], dict)
    return answer.status_code, body["code"]


__all__ = ["PIN", "Tablet", "dealt", "refusal", "tablet_of"]
