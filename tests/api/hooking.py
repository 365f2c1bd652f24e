"""The other side of a webhook: where it is, what it answers, what it got."""

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from django.utils import timezone

from api.integrations import token_make
from api.models import Delivery, Hook
from api.webhooks.http_client import WebhookResponse
from api.webhooks.secret_encryption import decrypt
from poker import commands as c
from tests.api.conftest import Program
from tests.tables.room import Small

URL = "https://seating.example/floorbook"
State = Delivery.State


class Other:
    """The other side: answers as it is told to, and keeps what came."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)
        self.got: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []

    def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> WebhookResponse:
        self.got.append(json.loads(body))
        self.headers.append(headers)
        status = self.answers.pop(0) if self.answers else 200
        return WebhookResponse(status, "" if status == 200 else f"answered {status}")


class Clock:
    def __init__(self) -> None:
        self.now = timezone.now() + timedelta(seconds=1)

    def __call__(self) -> datetime:
        return self.now


def three(game: Small) -> None:
    """Three chairs become empty."""
    for seat in (4, 3, 2):
        game.do(c.LeaveSeat(seat))


def of(hook: Hook) -> Program:
    """The program of a hook, with a token of its own."""
    _, text = token_make(integration=hook.integration, days=None, by=None, now=timezone.now())
    return Program(hook.integration, text)


def secret_of(hook: Hook) -> str:
    """What signs now."""
    secret = decrypt(hook.sealed)
    assert secret is not None
    return secret


@contextmanager
def serving(answer: Any) -> Generator[tuple[str, list[Any]]]:
    """A server on this machine. answer: what is done with a request."""
    got: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append((self.path, dict(self.headers), body))
            answer(self)

        def do_GET(self) -> None:
            got.append((self.path, {}, b""))

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/told?x=1", got
    finally:
        server.shutdown()
        server.server_close()
